import { forPoints } from '@dossard/contract/runs/doors.ts';
import type { Graduation } from '@dossard/contract/zones/zone.schema.ts';
import { Link } from '@tanstack/react-router';
import { useReducer } from 'react';
import { m } from '../../paraglide/messages.js';
import { firstFlow, type Move, moveFlow } from '../flow/referee.flow.ts';
import type { Rider } from '../flow/rider.ts';
import { RefereeFrame } from '../referee.frame.tsx';
import { BibField, useBibForm } from '../steps/bib.field.tsx';
import { RiddenSteps } from '../steps/ridden.steps.tsx';
import { StepButton } from '../steps/step.button.tsx';
import styles from '../steps/steps.module.css';
import { useNextRider } from '../steps/success.step.tsx';

/** The referee's five steps as practice: with invented riders; nothing is stored or sent (F6). */
export default function PracticePage({ competitionId }: { competitionId: number }) {
  const [flow, move] = useReducer(moveFlow, firstFlow);
  const zoneName = m.practice_zone();
  return (
    <RefereeFrame
      title={zoneName}
      subtitle={m.practice_why()}
      leave={
        <Link to="/competitions/$competitionId/zones" params={{ competitionId: String(competitionId) }}>
          {m.practice_end()}
        </Link>
      }
      step={flow.step}
      isPractice
    >
      {flow.step === 'dossard-input' && <PracticeBib move={move} />}
      <RiddenSteps
        {...{ flow, zoneName, move }}
        here={{ competition_id: 0, zone_id: 0 }}
        graduations={[practiceGraduation]}
        graduation={practiceGraduation}
        graduationIsGone={false}
        laps={{}}
        submit={async () => move({ type: 'run-submitted' })}
      />
      {flow.step === 'success' && <PracticeSuccess move={move} />}
    </RefereeFrame>
  );
}

/** First step: any bib number finds an invented rider. */
function PracticeBib({ move }: { move: (move: Move) => void }) {
  const { onSubmit, field } = useBibForm((dossard) => move({ type: 'rider-found', rider: inventRider(dossard) }));
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <div className={styles.low}>
        <BibField {...field} />
        <p className="soft">{m.practice_any_bib()}</p>
      </div>
      <StepButton type="submit" action={m.search_rider()} />
    </form>
  );
}

/** Last step: what would now be sent, and then the next bib. */
function PracticeSuccess({ move }: { move: (move: Move) => void }) {
  useNextRider(true, move);
  return (
    <>
      <div className={`${styles.low} ${styles.runRecorded}`} role="status">
        <span className={styles.runRecordedSign} data-delivery="recorded" aria-hidden="true">
          ✓
        </span>
        <h2>{m.practice_recorded()}</h2>
        <p className="soft">{m.practice_why()}</p>
      </div>
      <StepButton action={m.next_rider()} onClick={() => move({ type: 'restarted' })} />
    </>
  );
}

/* The zone for practice: one graduation, and a rider for every bib (F6). */

const practiceGraduation: Graduation = {
  id: 0,
  category: 'U13',
  gender: 'F',
  ...forPoints(() => 10),
};

/** Invents the rider of a bib number. */
function inventRider(dossard_number: number): Rider {
  const { category, gender } = practiceGraduation;
  return {
    dossard_number,
    category,
    gender,
    first_name: m.practice_first_name(),
    last_name: m.practice_last_name(),
    earlier: { count: 0 },
  };
}
