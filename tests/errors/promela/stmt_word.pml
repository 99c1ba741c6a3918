int x;
init { itn y; gotto L }
