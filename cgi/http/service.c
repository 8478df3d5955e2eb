#include "config.h"

#include "cgi/http/service.h"

#include "cgi/base/banned.h"

struct service *service_hold(struct service *service)
{
    struct in_force *in_force = service->in_force;
    if (!in_force)
        return service;
    pthread_mutex_lock(&in_force->lock);
    struct service *now = in_force->service;
    now->holders++;
    pthread_mutex_unlock(&in_force->lock);
    return now;
}

void service_release(struct service *service)
{
    struct in_force *in_force = service ? service->in_force : NULL;
    if (!in_force)
        return;
    pthread_mutex_lock(&in_force->lock);
    bool last = --service->holders == 0;
    pthread_mutex_unlock(&in_force->lock);
    if (last)
        in_force->release(service);
}

void service_put_in_force(struct service *made)
{
    struct in_force *in_force = made->in_force;
    made->holders = 1;
    pthread_mutex_lock(&in_force->lock);
    struct service *before = in_force->service;
    in_force->service = made;
    pthread_mutex_unlock(&in_force->lock);
    atomic_fetch_add(&in_force->times, 1);
    service_release(before);
}

int service_times(const struct service *service)
{
    return service->in_force ? atomic_load_explicit(&service->in_force->times, memory_order_relaxed) : 0;
}
