#include nowhere
init { skip }
