import { maxOutboxRuns, type OutboxFile, outboxFileSchema } from '@dossard/contract/runs/outbox.file.schema.ts';
import { m } from '../../paraglide/messages.js';

/** Why a file is rejected; the message is for the reader. */
export class OutboxFileProblem extends Error {}

/** Parses a file that was exported from a phone's outbox. Throws an `OutboxFileProblem` with the sentence to show. */
export function readOutboxFile(text: string, competitionId: number): OutboxFile {
  const content = parse(text);
  const read = outboxFileSchema.safeParse(content);
  if (!read.success) {
    const tooMany = read.error.issues.every(({ code }) => code === 'too_big');
    throw new OutboxFileProblem(tooMany ? m.outbox_too_many({ maximum: maxOutboxRuns }) : m.outbox_unreadable());
  }
  if (read.data.competition_id !== competitionId) throw new OutboxFileProblem(m.outbox_other_competition());
  if (read.data.runs.length === 0) throw new OutboxFileProblem(m.outbox_nothing());
  return read.data;
}

function parse(text: string): unknown {
  try {
    // A file that was sent by mail may begin with a byte order mark.
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw new OutboxFileProblem(m.outbox_unreadable());
  }
}
