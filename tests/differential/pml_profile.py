"""Profiles: which features a random Promela program is likely to have.

`weights` are those of the statements in pml_stmt; `traits` are probabilities and
choices for the whole program. A profile changes some of them.
"""

WEIGHTS = {
    "assign": 5, "step": 2, "condition": 0.5, "nothing": 0.7, "check": 2, "send": 1.5, "receive": 1.2,
    "branch": 2.5, "loop": 1.8, "atomic": 0.9, "d_step": 0.5, "block": 0.4, "unless": 0.3, "counted": 0.3,
    "select": 0.3, "late": 0.4, "call": 0.5, "start": 0.3, "wait": 0.15, "bind": 0,
}

TRAITS = {
    "procs": [1, 2, 2, 2, 3], "size": [3, 3, 4, 5], "processes": [2, 3, 3, 3, 4],
    "globals": [2, 2, 3, 4], "locals": [0, 1, 1, 2], "channels": [0, 1, 1, 2], "capacities": [0, 1, 1, 2],
    "init": 0.4, "params": 0.5, "mtypes": 0.3, "typedefs": 0.2, "inlines": 0.25, "arrays": 0.2, "wild": 0.3,
    "jumps": 0.3, "provided": 0.06, "local_channels": 0.1, "passing": 0.12, "channel_arrays": 0.2,
    "remote": 0.3, "last": 0.04, "respawn": 0.15, "fields": [1, 1, 1, 2, 2, 3], "depth": 2,
    "formula": False, "cycles": False, "asks": 0, "enabled": 0, "faults": False,
}


def profile(weights=None, **traits):
    return {**WEIGHTS, **(weights or {})}, {**TRAITS, **traits}


PROFILES = {
    "mix": profile(),
    "data": profile({"assign": 9, "step": 3, "select": 1, "counted": 0.8}, wild=0.7, arrays=0.5, typedefs=0.5,
                    channels=[0, 0, 1], globals=[3, 4, 5], processes=[1, 2, 2], procs=[1, 1, 2]),
    "rendezvous": profile({"send": 4, "receive": 4, "unless": 0.5}, channels=[1, 1, 2, 3], capacities=[0],
                          processes=[2, 3, 3, 4]),
    "rv_atomic": profile({"send": 4, "receive": 4, "atomic": 5, "branch": 3}, channels=[1, 1, 2],
                         capacities=[0, 0, 0, 1], processes=[2, 3, 3], jumps=0.4),
    "buffers": profile({"send": 4, "receive": 5}, channels=[1, 2, 2, 3], capacities=[1, 1, 2, 2, 3],
                       fields=[1, 2, 2, 3]),
    "passing": profile({"send": 4, "receive": 4}, channels=[2, 2, 3], capacities=[0, 0, 1, 1, 2], passing=0.9,
                       local_channels=0.5, channel_arrays=0.4, params=0.8),
    "atomic": profile({"atomic": 6, "condition": 2, "loop": 2}, jumps=0.6, channels=[0, 0, 1]),
    "dying": profile({"start": 2.5}, init=1, procs=[1, 1, 2], params=0.8, respawn=0.8, size=[1, 1, 2, 2, 3],
                     locals=[0, 0, 1], local_channels=0.3),
    "unless": profile({"unless": 6, "condition": 2, "atomic": 2, "d_step": 1, "block": 1}, jumps=0.4),
    "d_step": profile({"d_step": 6, "receive": 2, "block": 1}),
    "jumps": profile({"loop": 2, "branch": 3, "nothing": 2, "block": 1.5, "atomic": 1.5}, jumps=1, remote=0.4),
    "timeout": profile({"wait": 2.5, "condition": 3, "send": 3, "receive": 3}, channels=[1, 2]),
    "remote": profile({"condition": 1, "check": 4}, remote=1, jumps=0.7, init=0.3, procs=[2, 2, 3]),
    "declarations": profile({"late": 5, "block": 2, "call": 4, "counted": 1.5, "select": 1}, inlines=1, typedefs=0.5,
                            arrays=0.5),
    "provided": profile(provided=0.7, last=0.3),
    "control": profile({"condition": 2, "check": 3, "atomic": 1.5, "unless": 0.6, "d_step": 0.8}, jumps=0.7, asks=0.5,
                       globals=[1, 2, 2], locals=[0, 0, 1]),
    # Channels that were never initialised, polls and d_steps with rendezvous: Spin's errors.
    "faults": profile({"send": 2, "receive": 2, "bind": 2, "d_step": 3, "check": 1, "condition": 2}, faults=True,
                      channels=[1, 1, 2], capacities=[0, 0, 0, 1, 2], passing=0.2, procs=[1, 2, 2]),
    # Not among the turns: for an `else` behind an option that was taken, pan has another answer.
    "enabled": profile({"condition": 2, "check": 3, "atomic": 1.5, "unless": 0.6, "d_step": 0.8}, enabled=0.4,
                       capacities=[1, 1, 2], procs=[2, 2, 3], globals=[1, 2, 2], locals=[0, 0, 1]),
    "formula": profile({"assign": 8, "check": 0.5}, formula=True, wild=0),
    "cycles": profile({"assign": 4, "loop": 2, "check": 0}, cycles=True, wild=0, jumps=1),
}

ORDER = list(PROFILES)
TURNS = [name for name in ORDER if name not in ("mix", "formula", "cycles", "enabled")]


def profile_of(seed):
    """Every second program is a mixture, every eighth has a formula, every 16th is asked about
    cycles, the others go round."""
    if seed % 8 == 4:
        return "formula"
    if seed % 16 == 2:
        return "cycles"
    return "mix" if seed % 2 else TURNS[seed // 2 % len(TURNS)]
