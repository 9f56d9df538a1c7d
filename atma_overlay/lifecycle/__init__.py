"""StageMem's lifecycle over the ledger: how deep a record is kept, never whether it is true.

Where it lives: recalls wait in memory as touches, and the next write appends them to the ledger and folds them in, in
its own transaction. Stages are a fold over what was said, in the order of saying, with each touch right after the last
observation that was known when it was stored; what the fold makes of a record is kept with its recorded time. So
the same observations and touches give the same stages in any order of arrival, and an answer as of an earlier instant
stays.

Where it departs from the paper:

- An item is a record: a value of a slot. A revision retires the old record and lets the new one take its place and
  strength, where the paper overwrites one item's content. The new value's confidence is that of its own evidence.
- Whether a conflict is a revision is the ledger's to decide, not the lifecycle's.
- What is evicted is archived, out of the current view and of what the ledger adds to the neutral one. The host's own
  rows keep their place in the neutral view. Said again, an archived record comes back to transient memory with what it
  had; `atma eval lifecycle` shows the paper's way, where it is new again, and this one beside it.
- Conflict lowers confidence and leaves a value's own strength alone; a successor's seat grows by Eq. 11.
- A recall grows strength by Eq. 11 with the record's own confidence as evidence.
- Eq. 7 is there for vectors; records have words, and those are never mixed.
- Settlement keeps what lies between both thresholds, and evicts the weakest only where it must make room. A promotion
  never evicts anything stronger.
- A scope narrowed to an agent or a session has no stages: it sees all that was said there.
"""

from atma_overlay.lifecycle.policy import Capacity, Dynamics, StageMem, Thresholds
from atma_overlay.lifecycle.salience import Candidate, EvidenceSalience, Salience

__all__ = ["Candidate", "Capacity", "Dynamics", "EvidenceSalience", "Salience", "StageMem", "Thresholds"]
