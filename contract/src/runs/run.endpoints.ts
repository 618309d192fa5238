import * as z from 'zod/mini';
import { endpoint, endpointsOf, inCompetition, signedIn } from '../calls/endpoint.ts';
import { runTopics } from '../calls/topics.ts';
import { reasonSchema } from '../declarations/result.state.schema.ts';
import { idParameter } from '../text/number.parameter.ts';
import { doubtfulChoiceSchema, doubtfulListSchema, doubtfulQuerySchema } from './doubtful.runs.schema.ts';
import { outboxFileSchema, outboxImportSchema } from './outbox.file.schema.ts';
import { checkDecisionSchema, checkedLineSchema, runChecksSchema, sheetLineSchema } from './run.check.schema.ts';
import { runListQuerySchema, runListSchema, runSourcesSchema } from './run.list.schema.ts';
import { movedRunsSchema, runMoveSchema } from './run.move.schema.ts';
import {
  recordedRunSchema,
  runSchema,
  runSubmissionSchema,
  runUpdateSchema,
  submissionIdSchema,
} from './run.schema.ts';
import { runSheetSchema, sheetOutcomeSchema } from './run.sheet.schema.ts';
import {
  quarantineDecisionSchema,
  resolutionSchema,
  unresolvedListSchema,
  unresolvedRunSchema,
  unresolvedSubmissionSchema,
} from './unresolved.run.schema.ts';

/** The refusals of every call that makes a run of a submission. */
const recordingRefusals = ['participant_not_found', 'zone_not_found', 'no_matching_graduation'] as const;

const editEndpoint = endpointsOf({ who: inCompetition('edit_runs'), topic: 'runs', changes: runTopics });

const recordEndpoint = endpointsOf({ judge: 'late_too', duringSetup: true, statuses: [201, 200], repeat: 'harmless' });

export const createRun = recordEndpoint('createRun', 'POST /run', {
  changes: runTopics,
  summary: 'Records a run; a repeated submission is answered with the current run',
  who: inCompetition('record_runs', 'body.competition_id'),
  // Runs already recorded on a phone are always accepted (O1).
  body: runSubmissionSchema,
  answer: recordedRunSchema,
  refusals: [...recordingRefusals, 'judge_link_ended'],
});

export const verifyRun = endpoint('verifyRun', 'GET /run/verify', {
  topic: 'runs',
  summary: 'Whether a submission has arrived, if the caller sent it or may edit it',
  who: signedIn,
  judge: 'while_valid',
  duringSetup: true,
  query: z.object({ submissionID: submissionIdSchema }),
  /** `run` is the run of the submission, if it exists. */
  answer: z.object({ exists: z.boolean(), run: z.optional(recordedRunSchema) }),
});

export const listRuns = editEndpoint('listRuns', 'GET /competition/:id/participant/:dossard/runs', {
  summary: 'A rider’s runs by run number',
  answer: z.object({ runs: z.array(runSchema) }),
});

export const listAllRuns = editEndpoint('listAllRuns', 'GET /competition/:id/runs', {
  summary: 'All runs of the competition that match the filters, the latest first',
  query: runListQuerySchema,
  answer: runListSchema,
});

export const listRunSources = editEndpoint('listRunSources', 'GET /competition/:id/runs/sources', {
  summary: 'The referees and phones that recorded the runs of the competition',
  answer: runSourcesSchema,
});

export const updateRun = endpoint('updateRun', 'PUT /run', {
  changes: runTopics,
  summary: 'Corrects a run; an outdated version is refused',
  who: inCompetition('edit_runs', 'body.competition_id'),
  body: runUpdateSchema,
  answer: runSchema,
  refusals: ['run_not_found', 'zone_not_found', 'no_matching_graduation', 'edit_conflict', 'reason_required'],
});

export const deleteRun = endpoint('deleteRun', 'DELETE /run', {
  changes: runTopics,
  summary: 'Removes a run; its number is never used again for the rider',
  who: inCompetition('edit_runs', 'query.competitionID'),
  query: z.object({
    competitionID: idParameter,
    dossard: idParameter,
    runNumber: idParameter,
    /** Required in a group whose result is official (E6). */
    reason: z.optional(reasonSchema),
  }),
  refusals: ['run_not_found', 'reason_required'],
});

export const moveRuns = editEndpoint('moveRuns', 'POST /competition/:id/runs/move', {
  summary: 'Moves runs to the bib they belong to, under its next run numbers; dry_run=true only plans it',
  body: runMoveSchema,
  answer: movedRunsSchema,
  refusals: ['run_not_found', 'participant_not_found', 'no_matching_graduation', 'zone_not_found', 'reason_required'],
});

export const importRuns = editEndpoint('importRuns', 'POST /competition/:id/runs/import', {
  summary:
    'Records the runs of a phone’s outbox file, each as it would have been sent; the same file again adds nothing',
  body: outboxFileSchema,
  answer: outboxImportSchema,
  repeat: 'harmless',
});

export const createRunsOfSheet = endpoint('createRunsOfSheet', 'POST /competition/:id/runs/sheet', {
  changes: runTopics,
  who: inCompetition('edit_runs'),
  summary: 'Records runs typed from paper, each like a submission; repeating it adds nothing',
  duringSetup: true,
  body: runSheetSchema,
  answer: sheetOutcomeSchema,
  repeat: 'harmless',
});

export const createRunCheck = editEndpoint('createRunCheck', 'POST /competition/:id/runs/checks', {
  changes: ['runs'],
  summary: 'Compares a line of a sheet with the recorded runs; repeating it has no further effect',
  body: sheetLineSchema,
  answer: checkedLineSchema,
  refusals: ['participant_not_found', 'zone_not_found'],
});

export const settleRunCheck = editEndpoint('settleRunCheck', 'PUT /competition/:id/runs/checks', {
  summary: 'Decides whether paper or phone is right; the paper corrects the run',
  body: checkDecisionSchema,
  answer: runSchema,
  refusals: ['run_not_found', 'edit_conflict'],
});

export const listRunChecks = editEndpoint('listRunChecks', 'GET /competition/:id/runs/checks', {
  summary: 'The checks of each zone against paper: number of runs, checkers and differences',
  answer: runChecksSchema,
});

export const listDoubtfulRuns = editEndpoint('listDoubtfulRuns', 'GET /competition/:id/runs/doubtful', {
  summary:
    'Pairs of successive runs of one rider in one zone within two minutes from different phones, the latest first; `limit=0` counts them',
  query: doubtfulQuerySchema,
  answer: doubtfulListSchema,
});

export const settleDoubtfulRuns = editEndpoint('settleDoubtfulRuns', 'POST /competition/:id/runs/doubtful/:pair', {
  summary: 'Keeps both runs of a doubtful pair, or keeps one and removes the other',
  body: doubtfulChoiceSchema,
});

export const createUnresolvedRun = recordEndpoint('createUnresolvedRun', 'POST /competition/:id/runs/unresolved', {
  changes: ['runs'],
  summary: 'Stores a run of an unknown bib until an organiser assigns it; repeating it adds nothing',
  who: inCompetition('record_runs'),
  body: unresolvedSubmissionSchema,
  answer: unresolvedRunSchema,
  refusals: ['zone_not_found', 'judge_link_ended'],
});

export const listUnresolvedRuns = editEndpoint('listUnresolvedRuns', 'GET /competition/:id/runs/unresolved', {
  summary: 'The runs of unknown bibs to assign, oldest first',
  answer: unresolvedListSchema,
});

export const resolveUnresolvedRun = editEndpoint(
  'resolveUnresolvedRun',
  'PUT /competition/:id/runs/unresolved/:submission',
  {
    summary: 'Assigns an unresolved run to a rider, under the same submission id',
    body: resolutionSchema,
    answer: recordedRunSchema,
    refusals: [...recordingRefusals],
  },
);

export const deleteUnresolvedRun = editEndpoint(
  'deleteUnresolvedRun',
  'DELETE /competition/:id/runs/unresolved/:submission',
  {
    summary: 'Discards an unresolved run',
  },
);

export const listQuarantinedRuns = editEndpoint('listQuarantinedRuns', 'GET /competition/:id/runs/quarantined', {
  summary: 'The runs that judges sent after their link had ended, or while it was hidden; the oldest first',
  answer: unresolvedListSchema,
});

export const settleQuarantinedRun = editEndpoint(
  'settleQuarantinedRun',
  'PUT /competition/:id/runs/quarantined/:submission',
  {
    summary: 'Lets a quarantined run count, or discards it; the same decision again has no further effect',
    body: quarantineDecisionSchema,
    refusals: [...recordingRefusals],
  },
);
