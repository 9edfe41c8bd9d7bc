"""Who plays: processes of this machine, or a cluster."""

from table.playtest.cluster import on_cluster
from table.playtest.processes import cores, processes
from table.playtest.running import Workers


def workers_for(jobs: int | None, dask: str | None) -> Workers:
    """The workers that a command line asks for: processes of this machine, one a core where `jobs` does not say how
    many; a cluster by the address of its Dask scheduler. Raises ConfigError where there is no such cluster."""
    return processes(jobs or cores()) if dask is None else on_cluster(dask)
