// bit_order.h -- in which order the bits of a state stand in BDDs.

#ifndef SV_BIT_ORDER_H
#define SV_BIT_ORDER_H

#include "encode/bits/coding.h"
#include "encode/order/order.h"

// Bits that an action reads or writes: edge e is bits[begin[e]] .. bits[begin[e+1]-1].
typedef struct {
  sv_u32s begin, bits;
} sv_bit_edges;

// bit_of_place[i] becomes a state bit.
void sv_bit_order(const sv_coding *, const sv_bit_edges *, sv_opt_order, uint32_t *bit_of_place);

#endif
