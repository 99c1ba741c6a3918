/* Stable marriage, distributed: the proposals of Gale and Shapley (1962) in McVitie and Wilson's
 * form (1971), where every man goes down his own list at his own pace and any order of the
 * proposals ends in the same matching. Nobody sees the lists of others; there are only messages.
 *
 *   man    proposes to the best woman who has not refused him, and waits: `refuse` sends him to
 *          the next one, `wed` is the end
 *   woman  keeps the best man so far and refuses the others, also one she had kept before;
 *          her first proposal she reports to the clerk
 *   clerk  has heard of every woman: then everybody is engaged, nobody is free to propose, and the
 *          matching is final. He tells the women to wed, and they name their husbands.
 *
 * Every channel has one sender and one receiver. Woman 0 is the first choice of two men,
 * everybody else's of one; lists go around from there. A woman likes him best whose first choice
 * she is. So man 0 asks everybody, may be kept for a while, and ends with the last woman.
 *
 * Checked: nobody runs out of women; at the end every man is married once and no two people prefer
 * each other to their spouses (assertions of the clerk); everybody comes home (no invalid end).
 * N couples, 1 to 6: -DN=3. */
#ifndef N
#define N 2
#endif

mtype = { refuse, wed };
chan proposal[N * N] = [1] of { bit };      /* of man m to woman w: at w * N + m */
chan answer[N * N] = [1] of { mtype };      /* of woman w to man m: at w * N + m */
chan engaged[N] = [1] of { bit };           /* of a woman to the clerk: her first proposal */
chan close[N] = [1] of { bit };             /* of the clerk to a woman */
chan married[N] = [1] of { byte };          /* of a woman to the clerk: her husband */

#define he _pid                             /* of a man: 0 to N - 1 */
#define she (_pid - N)                      /* of a woman: the same */
#define NOBODY 255
#define first(m) (m == 0 -> 0 : m - 1)
#define man_likes(m, w) ((w + N - first(m)) % N)        /* place on the list: small is better */
#define woman_likes(w, m) ((m + N - w - 1) % N)

active [N] proctype man() {
  byte her = first(he);
  do
  :: proposal[her * N + he]!1;
     if
     :: answer[her * N + he]?refuse -> her = (her + 1) % N; assert(her != first(he))
     :: answer[her * N + he]?wed -> break
     fi
  od
}

#define hears(m) :: proposal[she * N + m]?_ -> \
  if \
  :: mine == NOBODY -> engaged[she]!1; mine = m \
  :: mine != NOBODY && woman_likes(she, m) < woman_likes(she, mine) -> \
     answer[she * N + mine]!refuse; mine = m \
  :: mine != NOBODY && woman_likes(she, m) > woman_likes(she, mine) -> \
     answer[she * N + m]!refuse \
  fi

active [N] proctype woman() {
  byte mine = NOBODY;
  do
  hears(0)
#if N > 1
  hears(1)
#endif
#if N > 2
  hears(2)
#endif
#if N > 3
  hears(3)
#endif
#if N > 4
  hears(4)
#endif
#if N > 5
  hears(5)
#endif
  :: close[she]?_ -> break
  od;
  answer[she * N + mine]!wed;
  married[she]!mine
}

active proctype clerk() {
  byte m, w, husband[N], wife[N];            /* wives are counted from 1 */
  for (w : 0 .. N - 1) { engaged[w]?_ }
  for (w : 0 .. N - 1) { close[w]!1 }
  for (w : 0 .. N - 1) {
    married[w]?m;
    d_step { assert(m < N && wife[m] == 0); husband[w] = m; wife[m] = w + 1 }
  }
  m = 0;
  d_step {
    for (m : 0 .. N - 1) {
      for (w : 0 .. N - 1) {
        assert(man_likes(m, wife[m] - 1) <= man_likes(m, w)
               || woman_likes(w, husband[w]) <= woman_likes(w, m))
      }
    }
  }
}
