#include "config.h"

#include "cgi/model/reliability.h"

#include "cgi/base/banned.h"

static const char *told(const struct req *rq, const struct reliability *reliability, const char *sentence)
{
    const struct text_value values[] = {{"percent", NULL, reliability->percent}, {"n", NULL, reliability->deadlines}};
    return reliability->deadlines < RELIABILITY_SHOWN ? NULL : req_fill(rq, sentence, values, 2);
}

const char *reliability_words(const struct req *rq, const struct reliability *reliability)
{
    return told(rq, reliability, N_("{percent} % of the last {n} met"));
}

const char *reliability_short(const struct req *rq, const struct reliability *reliability)
{
    return told(rq, reliability, N_("met {percent} % of {n} deadlines"));
}
