import type { OpenEntryPage } from '@dossard/contract/entries/entry.schema.ts';
import { m } from '../../paraglide/messages.js';
import { formatDay } from '../../text/formats.ts';
import { Alert } from '../../ui/parts/alert.tsx';

/** The event and the organiser's text; the places left are shown only before the entry. */
export function EventHead({ page, isEntered = false }: { page: OpenEntryPage; isEntered?: boolean }) {
  const { competition, places, closes_on, takes_entries, text, link } = page;
  return (
    <header className="stack-close">
      <p className="soft">{m.entries()}</p>
      <h1>{competition.name}</h1>
      <p>
        {competition.location} · {formatDay(competition.date)} · {competition.organizer} · {competition.contact}
      </p>
      {!takes_entries && (
        <Alert kind="warning" title={m.entry_closed()} why={m.entry_closed_why({ contact: competition.contact })} />
      )}
      {takes_entries && closes_on && <p>{m.entry_closes_on({ day: formatDay(closes_on) })}</p>}
      {takes_entries && !isEntered && places !== null && places > 0 && <p>{m.entry_places({ count: places })}</p>}
      {takes_entries && !isEntered && places === 0 && (
        <Alert kind="warning" title={m.entry_full()} why={m.entry_full_why()} />
      )}
      {text && <p className="prose">{text}</p>}
      {link && (
        <p>
          <a href={link} target="_blank" rel="noreferrer nofollow">
            {link}
          </a>
        </p>
      )}
    </header>
  );
}
