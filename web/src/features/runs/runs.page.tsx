import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { CompetitionDesk } from '../../desk/competition.desk.tsx';
import { usePageCompetition } from '../../desk/page.competition.ts';
import { PageLink } from '../../desk/page.link.tsx';
import { m } from '../../paraglide/messages.js';
import { doubtfulCount, riderByBib, runsOfRider } from '../../queries/run.queries.ts';
import { zonesOf } from '../../queries/zone.queries.ts';
import { RiderLine } from '../../riders/rider.line.tsx';
import { useGenderWords } from '../../riders/rider.words.tsx';
import { formatStatus } from '../../riders/status.words.ts';
import { joinFacts } from '../../text/formats.ts';
import { OpenButton } from '../../ui/dialogs/open.button.tsx';
import { GuideLink } from '../../ui/failure/guide.link.tsx';
import { Reading, useReads } from '../../ui/failure/reading.tsx';
import { Desk } from '../../ui/frame/desk.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { Empty } from '../../ui/parts/empty.tsx';
import { StatusDialog } from '../participants/status.dialog.tsx';
import { type WrongBib, WrongBibDialog } from '../participants/wrong.bib.dialog.tsx';
import { RunCard } from './run.card.tsx';
import { RunEditor } from './run.editor.tsx';

interface Props {
  competitionId: number;
  dossard: number;
}

/** A rider's runs, to correct or delete one at a time. */
export default function RunsPage({ competitionId, dossard }: Props) {
  if (Number.isNaN(competitionId) || Number.isNaN(dossard)) {
    return (
      <Desk title={m.runs()} back={{ to: '/competitions', label: m.my_competitions() }}>
        <Alert kind="problem" title={m.invalid_dossard_page()}>
          <Link to="/competitions">{m.my_competitions()}</Link>
        </Alert>
      </Desk>
    );
  }
  return (
    <CompetitionDesk
      competitionId={competitionId}
      title={() => m.runs_of_bib({ dossard })}
      page="runs"
      back="participants"
      waiting={14}
    >
      <Runs dossard={dossard} />
    </CompetitionDesk>
  );
}

function Runs({ dossard }: Pick<Props, 'dossard'>) {
  const { id, may } = usePageCompetition();
  const navigate = useNavigate();
  const reads = useReads(
    { rider: useQuery(riderByBib(id, dossard)), runs: useQuery(runsOfRider(id, dossard)) },
    { zones: useQuery(zonesOf(id)) },
  );
  const { groupWord } = useGenderWords();
  const [edited, setEdited] = useState<number>();
  const wrongBibButton = (what: WrongBib, action: string) => (
    <OpenButton action={action}>
      <WrongBibDialog
        {...{ dossard, what }}
        onMerged={(kept) =>
          void navigate({
            to: '/competitions/$competitionId/participants/$dossard/runs',
            params: { competitionId: String(id), dossard: String(kept) },
          })
        }
      />
    </OpenButton>
  );
  return (
    <Reading of={reads} waiting={14}>
      {({ rider, runs: { runs } }) => (
        <>
          <RiderLine
            rider={rider}
            dossard={dossard}
            size="large"
            className="above"
            facts={joinFacts(groupWord(rider), rider.status && formatStatus(rider.status), rider.status_reason)}
          >
            <OpenButton action={m.set_status()}>
              <StatusDialog rider={rider} />
            </OpenButton>
            {may('manage_participants') && wrongBibButton('swap', m.wrong_bib_swap())}
            {may('manage_participants') && wrongBibButton('merge', m.wrong_bib_merge())}
          </RiderLine>
          <DoubtfulNotice dossard={dossard} />
          {runs.length === 0 && <Empty title={m.runs_none()} why={m.runs_none_why()} />}
          <ul className="tiles">
            {runs.map((run) => (
              <li key={run.run_number} className="card stack item">
                {run.run_number === edited ? (
                  <RunEditor run={run} rider={rider} onClose={() => setEdited(undefined)} />
                ) : (
                  <RunCard
                    run={run}
                    rider={rider}
                    onEdit={edited === undefined ? () => setEdited(run.run_number) : undefined}
                  />
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </Reading>
  );
}

/** Notes that a rider has doubtful runs; renders nothing if there are none. */
function DoubtfulNotice({ dossard }: Pick<Props, 'dossard'>) {
  const { data } = useQuery(doubtfulCount(usePageCompetition().id, dossard));
  const count = data?.total ?? 0;
  if (count === 0) return null;
  return (
    <Alert kind="warning" title={m.doubtful_notice({ count })}>
      <p>
        {m.doubtful_notice_why()} <GuideLink section="doubtful" />
      </p>
      <PageLink page="doubtful-runs" className="button" label={m.doubtful_check()} />
    </Alert>
  );
}
