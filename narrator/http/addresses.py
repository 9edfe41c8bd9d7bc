"""Which addresses are this machine's and its own network's: there alone http will do, and there no proxy is asked."""

import socket
from ipaddress import IPv6Address, ip_address, ip_network

_HOME = ("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16")
_HOME_6 = ("::1/128", "fc00::/7", "fe80::/10")
_NEAR = tuple(map(ip_network, (*_HOME, *_HOME_6)))
_ENDINGS = (".local", ".lan", ".internal", ".home.arpa", ".localhost")


def is_near(host: str) -> bool:
    """Whether a host is on this machine or its own network, as far as it says: an address in any form that an address
    may have, else a name that nobody else can have. Where such a name leads is looked at when it is called
    (`narrator.http.network`)."""
    numeric = _numeric(host)
    if numeric is not None:
        return is_near_address(numeric)
    name = host.lower()
    if not name.isascii() or name.isdigit():
        return False
    return bool(name) and ("." not in name or name.endswith(_ENDINGS))


def is_near_address(address: str) -> bool:
    """Whether an address, as numbers, is this machine's or its own network's."""
    found = ip_address(address)
    if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    return any(found in each for each in _NEAR)


def _numeric(host: str) -> str | None:
    """The address that a host is in numbers, also in those that the network takes for one: octal, hexadecimal, one
    whole number."""
    try:
        return str(ip_address(host))
    except ValueError:
        pass
    try:
        return socket.inet_ntoa(socket.inet_aton(host))
    except (OSError, UnicodeError):
        return None
