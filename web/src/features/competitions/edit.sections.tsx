import { groupKey, isSameGroup } from '@dossard/contract/categories/group.ts';
import { deleteCompetition } from '@dossard/contract/competitions/competition.endpoints.ts';
import type { Competition, CompetitionCounts } from '@dossard/contract/competitions/competition.schema.ts';
import { listRelations } from '@dossard/contract/relations/relation.endpoints.ts';
import type { Follows } from '@dossard/contract/rounds/round.schema.ts';
import { clockOf } from '@dossard/contract/starts/start.times.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type MouseEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { countedWords, namesWords, youthNames } from '../../changes/change.words.ts';
import { useUndoToast } from '../../changes/undo.toast.tsx';
import { useCounts } from '../../desk/counts.ts';
import { usePageCompetition } from '../../desk/page.competition.ts';
import { PageLink } from '../../desk/page.link.tsx';
import { usePageRiders, usePageZones } from '../../desk/page.reads.ts';
import { m } from '../../paraglide/messages.js';
import { competitionById } from '../../queries/competition.queries.ts';
import { participantsOf } from '../../queries/participant.queries.ts';
import { perform } from '../../queries/perform.ts';
import { read } from '../../queries/read.ts';
import { followsOf } from '../../queries/round.queries.ts';
import { listGroups } from '../../riders/rider.order.ts';
import { useGenderWords } from '../../riders/rider.words.tsx';
import { tieBreakWords } from '../../riders/tie.words.ts';
import { formatDay, formatDuration, joinFacts } from '../../text/formats.ts';
import { ConfirmButton } from '../../ui/dialogs/confirm.dialog.tsx';
import { Reading, useReads } from '../../ui/failure/reading.tsx';
import { mayDrop } from '../../ui/forms/form.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { Icon } from '../../ui/parts/icons.tsx';
import { Table } from '../../ui/parts/table.tsx';
import { Waiting } from '../../ui/parts/waiting.tsx';
import { RoundsCard } from '../rounds/rounds.card.tsx';
import { SharePanel } from '../share/share.panel.tsx';
import styles from './edit.competition.module.css';
import { ExportResults } from './export.results.tsx';
import { type SectionName, sectionNames } from './section.names.ts';
import { DescriptionForm, LapsForm, NamesForm, RankingRuleForm, StartPlanForm } from './settings.form.tsx';

interface Section {
  title: string;
  /** What is set, in a line. */
  summary: string;
  content: ReactNode;
}

/** The settings of a competition in sections that show what is set; at most one is open, and saves for itself. */
export function EditSections({ open }: { open: SectionName | undefined }) {
  const { competition } = usePageCompetition();
  const card = useRef<HTMLDivElement>(null);
  const isToggled = useRef(false);
  const { counts, isSettled } = useCounts(competition.id);
  const followed = useQuery(followsOf(competition.id));
  const isRead = useReads({}, { followed }).data !== undefined;
  const sections = describeSections(competition, counts, followed.data);
  /** Asks before the input of the open section is dropped. */
  const ask = (event: MouseEvent) => {
    isToggled.current = true;
    if (!mayDrop(card.current)) event.preventDefault();
  };
  if (!isSettled || !isRead) return <Waiting height={20} />;
  return (
    <div ref={card} className={`card lines ${styles.sections}`}>
      {sectionNames.map((name) => {
        const { title, summary, content } = sections[name];
        return (
          <section key={name} aria-labelledby={`section-${name}`} data-danger={name === 'danger' || undefined}>
            <h2>
              <Link
                id={`section-${name}`}
                to="/competitions/$competitionId/edit"
                params={{ competitionId: String(competition.id) }}
                search={open === name ? {} : { section: name }}
                replace
                resetScroll={false}
                aria-expanded={open === name}
                aria-current={false}
                aria-describedby={`section-${name}-set`}
                onClick={ask}
              >
                {title}
              </Link>
              <span id={`section-${name}-set`} className="soft">
                {summary}
              </span>
              <Icon name="chevron" />
            </h2>
            {open === name && (
              <Opened headingId={`section-${name}`} isToggled={isToggled}>
                {content}
              </Opened>
            )}
          </section>
        );
      })}
    </div>
  );
}

/** Formats an interval between starts: « 2 min », « 1 min 30 s ». */
const formatInterval = (seconds: number) =>
  [Math.floor(seconds / 60) * 60, seconds % 60].filter(Boolean).map(formatDuration).join(' ');

interface OpenedProps {
  headingId: string;
  /** Whether the reader opened it here, and already looks at it. */
  isToggled: RefObject<boolean>;
  children: ReactNode;
}

/** The content of the open section, which a link from elsewhere leads to. */
function Opened({ headingId, isToggled, children }: OpenedProps) {
  useEffect(() => {
    if (!isToggled.current) document.getElementById(headingId)?.scrollIntoView({ block: 'center' });
    isToggled.current = false;
  }, [headingId, isToggled]);
  return <div className={`stack narrow ${styles.content}`}>{children}</div>;
}

/** Describes every section with what is set now. */
function describeSections(
  competition: Competition,
  counts: CompetitionCounts | undefined,
  follows: Follows | undefined,
): Record<SectionName, Section> {
  const { name, location, date, organizer, contact, is_public, ranking_rule, laps, start_plan } = competition;
  const { public_names, youth_words, names_until } = competition;
  const order = ranking_rule.tie_breaks.map((one) => tieBreakWords[one]()).join(', ');
  return {
    description: {
      title: m.section_description(),
      summary: joinFacts(name, location, formatDay(date), organizer, contact),
      content: <DescriptionForm />,
    },
    visibility: {
      title: m.visibility(),
      summary: is_public ? m.visibility_public() : m.visibility_private(),
      content: <SharePanel competition={competition} />,
    },
    rules: {
      title: m.section_rules(),
      summary: joinFacts(
        countedWords[ranking_rule.runs](),
        order && m.labelled({ label: m.tie_breaks(), value: order }),
      ),
      content: <RankingRuleForm />,
    },
    names: {
      title: m.section_names(),
      summary: joinFacts(
        namesWords[public_names](),
        youth_words && youthNames[youth_words](),
        names_until && `${m.field_names_until()} ${formatDay(names_until)}`,
      ),
      content: <NamesForm />,
    },
    rounds: {
      title: m.section_rounds(),
      summary: joinFacts(
        follows?.competition_name ?? m.section_rounds_none(),
        m.labelled({ label: m.field_laps(), value: laps ?? m.laps_unset() }),
      ),
      content: (
        <>
          <LapsForm />
          <RoundsCard />
        </>
      ),
    },
    starts: {
      title: m.section_starts(),
      summary: start_plan
        ? m.section_starts_summary({ time: start_plan.first_start, interval: formatInterval(start_plan.interval_sec) })
        : m.section_starts_none(),
      content: (
        <>
          <StartPlanForm />
          {start_plan && <StartSummary />}
        </>
      ),
    },
    export: {
      title: m.section_export(),
      summary: (counts && (counts.runs > 0 ? m.runs_number({ count: counts.runs }) : m.section_export_none())) || '',
      content: <ExportResults />,
    },
    danger: {
      title: m.danger_zone(),
      summary: m.delete_competition_why(),
      content: <Danger />,
    },
  };
}

/** Deletes a competition, after showing what disappears and for how long it can be restored. */
function Danger() {
  const { competition } = usePageCompetition();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const offerUndo = useUndoToast();
  const leave = async () => {
    const message = m.competition_deleted({ name: competition.name });
    offerUndo({ kind: 'competition', key: String(competition.id), message });
    // Unsaved input in its settings is dropped with it.
    await navigate({ to: '/competitions', ignoreBlocker: true });
    queryClient.removeQueries({ queryKey: competitionById(competition.id).queryKey });
  };
  return (
    <div className="stack">
      <p className="soft">{m.delete_competition_why()}</p>
      <ConfirmButton
        look="danger"
        label={m.delete_competition()}
        title={m.delete_competition_sure({ name: competition.name })}
        understood={{ label: m.delete_competition_understood(), missing: m.tick_to_confirm() }}
        action={m.delete()}
        danger
        act={() => perform(deleteCompetition, { params: { id: competition.id }, first: leave })}
      >
        <WhatDisappears />
        <p>{m.delete_competition_restorable()}</p>
      </ConfirmButton>
    </div>
  );
}

function WhatDisappears() {
  const { competition } = usePageCompetition();
  const zones = usePageZones();
  const riders = usePageRiders();
  const runs = riders?.reduce((sum, { run_count }) => sum + run_count, 0);
  const related = useQuery(read(listRelations, { params: { id: competition.id } })).data?.relations ?? [];
  return (
    <div>
      <p>{m.delete_competition_loses()}</p>
      <ul className="bullets">
        <li>{zones ? m.zones_number({ count: zones.length }) : m.zones()}</li>
        <li>{riders ? m.participants_count({ count: riders.length }) : m.participants()}</li>
        <li>{runs === undefined ? m.runs() : m.runs_number({ count: runs })}</li>
        {competition.is_public && <li>{m.delete_competition_public()}</li>}
        {related.map(
          ({ kind, id, name }) =>
            kind === 'series' && <li key={id}>{m.delete_competition_series({ name: name || m.relation_series() })}</li>,
        )}
      </ul>
    </div>
  );
}

/** The first and the last start of each group, as planned, and the way to the order of its riders. */
function StartSummary() {
  const { competition } = usePageCompetition();
  const { groupWord } = useGenderWords();
  const read = useQuery(participantsOf(competition.id));
  return (
    <Reading of={read} waiting={4}>
      {({ participants }) => {
        const groups = listGroups(participants).flatMap((group) => {
          const riders = participants.filter((rider) => isSameGroup(rider, group));
          const times = riders.flatMap(({ start_time }) => start_time ?? []).sort();
          const [first] = times;
          return first === undefined ? [] : [{ group, riders: riders.length, first, last: times.at(-1) ?? first }];
        });
        const isLate = groups.some(({ last }) => !last.startsWith(competition.date));
        groups.sort((one, other) => one.first.localeCompare(other.first));
        return (
          <>
            {isLate && <Alert kind="warning" title={m.starts_after_midnight()} />}
            {groups.length > 0 && (
              <Table
                caption={m.starts_of_groups()}
                headings={{ group: m.filter_group(), times: m.participants_start() }}
                named="group"
                rows={groups}
                keyOf={({ group }) => groupKey(group)}
                cells={({ group, riders, first, last }) => ({
                  group: (
                    <>
                      {groupWord(group)} <span className="soft">{m.riders({ count: riders })}</span>
                    </>
                  ),
                  times: first === last ? clockOf(first) : `${clockOf(first)} – ${clockOf(last)}`,
                })}
              />
            )}
            <p>
              <PageLink page="start-order" label={m.starts_to_order()} />
            </p>
          </>
        );
      }}
    </Reading>
  );
}
