import { maxOutboxRuns, type OutboxFile, outboxFileSchema } from '@dossard/contract/runs/outbox.file.schema.ts';
import { m } from '../../paraglide/messages.js';

/** Why a file is not sent, in the reader's words. */
export class OutboxFileProblem extends Error {}

/** Reads the file that a phone's outbox was exported to. Throws an `OutboxFileProblem` with the sentence to show. */
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
    // A file that went through a mail program may begin with a mark of its encoding.
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw new OutboxFileProblem(m.outbox_unreadable());
  }
}
