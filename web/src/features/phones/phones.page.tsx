import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CompetitionDesk } from '../../desk/competition.desk.tsx';
import { m } from '../../paraglide/messages.js';
import { phonesOf } from '../../queries/phone.queries.ts';
import { formatTime } from '../../text/formats.ts';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { GuideLink } from '../../ui/failure/guide.link.tsx';
import { Waiting } from '../../ui/parts/waiting.tsx';
import { OutboxCard } from '../runs/outbox.card.tsx';
import { NoticesCard } from './notices.card.tsx';
import { partPhones } from './phone.facts.ts';
import { PhoneTable } from './phone.table.tsx';
import styles from './phones.module.css';

/** Lists the referees' phones: their zone, their last contact, and their unsent runs. */
export function PhonesPage({ competitionId }: { competitionId: number }) {
  return (
    <CompetitionDesk
      competitionId={competitionId}
      title={m.phones_of_referees()}
      needs="invite_users"
      actions={(may) =>
        may('edit_runs') && (
          <Link
            to="/competitions/$competitionId/doubtful-runs"
            params={{ competitionId: String(competitionId) }}
            className="button"
          >
            {m.doubtful_runs()}
          </Link>
        )
      }
      wide={true}
      waiting={<PhonesWaiting />}
    >
      {(_, may) => (
        <div className={styles.page}>
          <p className="soft">
            {m.phones_why()} <GuideLink guide="organiser" section="dead-phone" />
          </p>
          <Phones competitionId={competitionId} />
          <NoticesCard competitionId={competitionId} />
          {may('edit_runs') && <OutboxCard competitionId={competitionId} />}
        </div>
      )}
    </CompetitionDesk>
  );
}

function Phones({ competitionId }: { competitionId: number }) {
  const { data, error, refetch, dataUpdatedAt } = useQuery(phonesOf(competitionId));
  if (error && !data) return <FailureAlert error={error} retry={() => void refetch()} />;
  if (!data) return <PhonesWaiting />;
  if (data.phones.length === 0) {
    return (
      <section className="card panel panel-empty">
        <h2>{m.phones_empty()}</h2>
        <p className="soft">{m.phones_empty_why()}</p>
      </section>
    );
  }
  const serverTime = Date.parse(data.server_time);
  const { active, quiet } = partPhones(data.phones, serverTime);
  return (
    <section className={`card ${styles.card}`} aria-labelledby="phones-age">
      <p id="phones-age" className={error ? styles.stale : `${styles.age} soft`} role={error ? 'status' : undefined}>
        {(error ? m.phones_stale : m.phones_as_of)({ time: formatTime(dataUpdatedAt) })}
      </p>
      {active.length > 0 && <PhoneTable phones={active} serverTime={serverTime} />}
      {quiet.length > 0 && (
        <details className={styles.quiet}>
          <summary>{m.phones_quiet({ count: quiet.length })}</summary>
          <PhoneTable phones={quiet} serverTime={serverTime} />
        </details>
      )}
    </section>
  );
}

function PhonesWaiting() {
  return <Waiting className={`card ${styles.waiting}`} />;
}
