-- For wrk: the requests of a list, one after the other, each thread taking its share.
--
--     wrk -t THREADS ... -s each.lua URL -- LIST THREADS ENCODING WHEN
--
-- LIST is a file with a line for each request: path, tab, cookies, tab, ETag (the last two may be empty). ENCODING is what is
-- sent as Accept-Encoding, or "none". With WHEN "once" every request is made once, and the time ends with the last of them, or
-- when wrk's own is up; with "again" the list begins anew until then. The last line of the output is JSON.
local ffi = require("ffi")
ffi.cdef("typedef struct { long s, ns; } timespec; int clock_gettime(int, timespec *);")
local at = ffi.new("timespec")
local all = {}

local function now()
    ffi.C.clock_gettime(1, at)
    return tonumber(at.s) + tonumber(at.ns) / 1e9
end

function setup(thread)
    thread:set("number", #all)
    table.insert(all, thread)
end

function init(args)
    local n = 0
    prepared, taken, once, began, ended = {}, 0, args[4] == "once", now(), 0
    for line in io.lines(args[1]) do
        if n % tonumber(args[2]) == number then
            local path, cookies, etag = line:match("^([^\t]*)\t([^\t]*)\t([^\t]*)$")
            local headers = {["Host"] = "127.0.0.1"}
            if args[3] ~= "none" then headers["Accept-Encoding"] = args[3] end
            if cookies ~= "" then headers["Cookie"] = cookies end
            if etag ~= "" then headers["If-None-Match"] = etag end
            table.insert(prepared, wrk.format("GET", path, headers))
        end
        n = n + 1
    end
end

function request()
    if taken < 2 then began = now() end -- wrk tries the script before it begins
    if once and taken >= #prepared then
        if ended == 0 then ended = now() end
        wrk.thread:stop()
    end
    taken = taken + 1
    return prepared[(taken - 1) % #prepared + 1]
end

function done(summary, latency)
    local seconds, first, last, through = summary.duration / 1e6, math.huge, 0, true
    for _, thread in ipairs(all) do
        first, last = math.min(first, thread:get("began")), math.max(last, thread:get("ended"))
        through = through and thread:get("ended") > 0
    end
    if through then seconds = last - first end
    local e = summary.errors
    local errors = e.connect + e.read + e.write + e.status + e.timeout
    print(string.format('{"requests": %d, "seconds": %.6f, "bytes": %d, "errors": %d, "p50": %.3f, "p99": %.3f}',
        summary.requests, seconds, summary.bytes, errors, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3))
end
