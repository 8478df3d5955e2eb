#!/usr/bin/env -S python3 -B
"""Ports on loopback that are one's own: no other test program takes them meanwhile, and no outgoing connection.

A port that is only looked for and taken later may be gone by then. These lie below those that the system gives away by
itself, and each is held by the name of a socket that nobody but the tests uses, which goes with its process.

    ports.py        prints one and holds it until its standard input ends
"""
import random
import socket
import sys

held = []


def free_port():
    for port in random.sample(range(10240, 32000), 2000):
        name, place = socket.socket(socket.AF_UNIX), socket.socket()
        try:
            name.bind("\0ridotto-test-port-%d" % port)
            place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            place.bind(("127.0.0.1", port))
        except OSError:
            name.close()
            continue
        finally:
            place.close()
        held.append(name)
        return port
    raise OSError("no port is free")


if __name__ == "__main__":
    print(free_port(), flush=True)
    sys.stdin.read()
