// table.h -- every engine there is. engine.c makes the table of them.

#ifndef SV_ENGINE_TABLE_H
#define SV_ENGINE_TABLE_H

#include "engine/engine.h"

extern const sv_engine sv_engine_auto, sv_engine_explicit, sv_engine_bdd, sv_engine_boppo,
    sv_engine_bmc, sv_engine_random;

#endif
