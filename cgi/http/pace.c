#include "config.h"

#include "cgi/http/pace.h"

#include "cgi/base/clock.h"
#include "cgi/base/throttle.h"
#include "cgi/http/req.h"
#include "cgi/store/store.h"

#include "cgi/base/banned.h"

bool pace_admits(const struct req *rq, int64_t who, int *again)
{
    struct throttle *moves = rq->service->moves;
    struct throttle_state state;
    struct err ignored;
    double remain;
    int untold;
    if (!throttle_admits(moves, who, clock_ticks(), again))
        return false;
    if (!(untold = throttle_untold(moves, who, clock_ticks())) || !throttle_look(moves, who, clock_ticks(), &state))
        return true;
    return !store_pace(rq->db, who, state.most, state.seconds, untold, &remain, &ignored)
        || throttle_share(moves, who, clock_ticks(), remain, again);
}
