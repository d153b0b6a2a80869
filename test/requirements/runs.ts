import { owned, type Requirement } from './requirement.js';

/** SR, AG, TS, HX: runs, the agent, tool sessions, and the house that holds them. */
export const runs: readonly Requirement[] = [
  ...owned('house', {
    'SR-1':
      'A suspended run lists what is pending in a JSON checkpoint that an agent built in another process resumes; the call id may be left out when one call is pending',
    'SR-3':
      'A decision is made by checkInApproved or checkInDeclined, pauseHere takes any value; anything else is refused by name and changes nothing',
    'TS-2':
      'Session keys are built from escaped parts, tell empty from absent, and are undefined where a fact is missing',
    'AG-1':
      'Agent.create and its builder, run, resume, on, closeToolSessions and shutdown are there as named',
    'AG-5': "The calls of one reply run at the same time and land in the model's order",
    'HX-1': 'Imports point inwards and the core is pure, by gates that are shown to fail',
    'HX-2':
      'The composition root picks adapters by environment, takes rebinds before first use, and closes all in reverse',
    'HX-4':
      "Each port has a published suite for any runner, which this house's adapters pass and a stranger's can",
  }),
  ...owned('approvals', {
    'SR-2': 'A run pauses for an ask, a check-in, a consent or pauseHere, and guards tell them apart',
    'SR-4':
      'Finished calls of a suspended reply stay finished, and several asks are answered one by one by call id',
    'SR-5':
      'A decision is bound to tool and args, counts once by compare-and-swap in the journal, and a changed, stale or second one runs nothing',
    'SR-6':
      'The URL of a consent goes to the caller alone; a resume elsewhere asks the provider for it again',
    'SR-7':
      'A checkpoint of another definition is refused with the differences and stays good; cancel ends a suspended run with refusals',
    'SR-8': 'A resume by another principal is refused by name',
  }),
  ...owned('later: code runners', {
    'TS-1': 'The context of a tool has run, session, identity and teardown; what is not known is absent',
    'TS-3':
      'Cleanups fire by scope, in reverse, once, within a time limit, and a failure is reported; idle and surplus sessions are closed without a timer that holds the process',
    'TS-4': 'Session events carry the hash of the key and never the key',
  }),
  ...owned('later: agents as tools and inspection', {
    'AG-2': 'A request too large for the window fails before it is sent, naming what is biggest',
    'AG-3': 'The recording answers what one call did, and what happened inside a tool that kept its record',
    'AG-4': 'A flowchart runs as a tool, and its kept record is reachable from the outer call',
    'AG-6': 'An agent can be a tool of another; its pause suspends the outer run under a path of call ids',
  }),
  ...owned('later: production', {
    'HX-3': 'production refuses to start on development adapters and names each',
  }),
];
