// board.h -- what engines that run side by side tell each other.
//
// A piece of memory that all processes of a portfolio share (engine/auto). Each has a
// log of its own there, which only it writes and the others read as far as it is
// finished: nobody waits for anybody, and one that is suspended or killed at any
// moment leaves a log that ends earlier. What is told are guesses (engine/facts.h). Who
// hears them shows them again before it uses them, so a process that has gone wrong
// may waste the time of others and nothing else.

#ifndef SV_BOARD_H
#define SV_BOARD_H

#include "model/net.h"
#include "solver/cnf.h"

enum { SV_BOARD_LOGS = 16 };

typedef struct sv_board sv_board;

sv_board *sv_board_new(void);  // NULL: the system has no memory for it
void sv_board_free(sv_board *);

// One process's end of it.
typedef struct sv_exchange {
  sv_board *board;
  uint32_t self;                  // its log
  uint32_t heard[SV_BOARD_LOGS];  // of each log: words that were looked at
  uint64_t told, taken;           // facts, for statistics
} sv_exchange;

sv_exchange sv_board_join(sv_board *, uint32_t self);
// Clauses over this net, a zero behind each. Where there is no room any more nothing is told.
void sv_exchange_tell(sv_exchange *, const sv_net *, const sv_i32s *clauses);
void sv_exchange_rewind(sv_exchange *);  // hears all of it again
// Adds what the others have told about such a net since; a log that makes no sense is not read on.
void sv_exchange_hear(sv_exchange *, const sv_net *, sv_i32s *clauses);

#endif
