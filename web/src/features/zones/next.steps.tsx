import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { m } from '../../paraglide/messages.js';
import { membersOf } from '../../queries/member.queries.ts';
import { participantsOf } from '../../queries/participant.queries.ts';
import { zonesOf } from '../../queries/zone.queries.ts';
import styles from './next.steps.module.css';

interface Step {
  label: string;
  why: string;
  /** Describes what exists already; empty while the step is still to do. */
  done: string;
  way: LinkProps;
  action: string;
}

/**
 * The next steps of an organiser until there are zones, riders, referees and a public ranking. Hidden once runs are
 * recorded, because the event has then begun as its organiser wants it.
 */
export function NextSteps({ competition }: { competition: Competition }) {
  const steps = useSteps(competition);
  if (!steps || steps.every(({ done }) => done !== '')) return null;
  const next = steps.find(({ done }) => done === '');
  return (
    <section className={`card panel ${styles.card}`} aria-labelledby="next-steps-title">
      <h2 id="next-steps-title">{m.next_steps()}</h2>
      <ol className={styles.nextSteps}>
        {steps.map((step) => (
          <li key={step.label} data-done={step.done !== '' || undefined}>
            <div>
              <strong>{step.label}</strong>
              <span className="soft">{step.done || step.why}</span>
            </div>
            {step.done === '' && (
              <Link {...step.way} className={step === next ? 'button button-go' : 'button'}>
                {step.action}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Returns the steps; undefined while loading, and once runs are recorded. */
function useSteps({ id, is_public }: Competition): Step[] | undefined {
  const zones = useQuery(zonesOf(id)).data?.zones;
  const riders = useQuery(participantsOf(id)).data?.participants;
  const members = useQuery(membersOf(id)).data?.users;
  if (!zones || !riders || !members || riders.some(({ run_count }) => run_count > 0)) return undefined;
  const params = { competitionId: String(id) };
  const others = members.length - 1;
  return [
    {
      label: m.zones(),
      why: m.step_zones_why(),
      done: zones.length > 0 ? m.zones_number({ count: zones.length }) : '',
      way: { to: '/competitions/$competitionId/edit', params },
      action: m.add_zones(),
    },
    {
      label: m.participants(),
      why: m.step_riders_why(),
      done: riders.length > 0 ? m.participants_count({ count: riders.length }) : '',
      way: { to: '/competitions/$competitionId/participants', params, search: { tab: 'import' } },
      action: m.import_file(),
    },
    {
      label: m.referees(),
      why: m.step_referees_why(),
      done: others > 0 ? m.members_number({ count: members.length }) : '',
      way: { to: '/competitions/$competitionId/qr-invitation', params },
      action: m.invite_referees_by_qr(),
    },
    {
      label: m.step_public(),
      why: m.step_public_why(),
      done: is_public ? m.visibility_public_is() : '',
      way: { to: '/competitions/$competitionId/edit', params },
      action: m.make_public(),
    },
  ];
}
