import type { Competition, CompetitionCounts } from '@dossard/contract/competitions/competition.schema.ts';
import type { Follows } from '@dossard/contract/rounds/round.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type MouseEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { countedWords, namesWords, youthNames } from '../../changes/change.words.ts';
import { useCounts } from '../../desk/counts.ts';
import { m } from '../../paraglide/messages.js';
import { followsOf } from '../../queries/round.queries.ts';
import { tieBreakWords } from '../../riders/tie.words.ts';
import { formatDay, formatDuration, joinFacts } from '../../text/formats.ts';
import { useReads } from '../../ui/failure/reading.tsx';
import { hasUnsavedIn } from '../../ui/forms/unsaved.ts';
import { Icon } from '../../ui/parts/icons.tsx';
import { Waiting } from '../../ui/parts/waiting.tsx';
import { RoundsCard } from '../rounds/rounds.card.tsx';
import { SharePanel } from '../share/share.panel.tsx';
import { Danger } from './danger.tsx';
import styles from './edit.competition.module.css';
import { ExportResults } from './export.results.tsx';
import { type SectionName, sectionNames } from './section.names.ts';
import { DescriptionForm, LapsForm, NamesForm, RankingRuleForm, StartPlanForm } from './settings.form.tsx';
import { StartSummary } from './start.summary.tsx';

interface Section {
  title: string;
  /** What is set, in a line. */
  summary: string;
  content: ReactNode;
}

interface Props {
  competition: Competition;
  open: SectionName | undefined;
}

/** The settings of a competition in sections that show what is set; at most one is open, and saves for itself. */
export function EditSections({ competition, open }: Props) {
  const card = useRef<HTMLDivElement>(null);
  const isToggled = useRef(false);
  const { counts, isSettled } = useCounts(competition.id);
  const followed = useQuery(followsOf(competition.id));
  const isRead = useReads({}, { followed }).data !== undefined;
  const sections = describeSections(competition, counts, followed.data);
  /** Asks before the input of the open section is dropped. */
  const ask = (event: MouseEvent) => {
    isToggled.current = true;
    if (card.current && hasUnsavedIn(card.current) && !window.confirm(m.unsaved_cancel())) event.preventDefault();
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
      content: <DescriptionForm competition={competition} />,
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
      content: <RankingRuleForm competition={competition} />,
    },
    names: {
      title: m.section_names(),
      summary: joinFacts(
        namesWords[public_names](),
        youth_words && youthNames[youth_words](),
        names_until && `${m.field_names_until()} ${formatDay(names_until)}`,
      ),
      content: <NamesForm competition={competition} />,
    },
    rounds: {
      title: m.section_rounds(),
      summary: joinFacts(
        follows?.competition_name ?? m.section_rounds_none(),
        m.labelled({ label: m.field_laps(), value: laps ?? m.laps_unset() }),
      ),
      content: (
        <>
          <LapsForm competition={competition} />
          <RoundsCard competition={competition} />
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
          <StartPlanForm competition={competition} />
          {start_plan && <StartSummary competition={competition} />}
        </>
      ),
    },
    export: {
      title: m.section_export(),
      summary: (counts && (counts.runs > 0 ? m.runs_number({ count: counts.runs }) : m.section_export_none())) || '',
      content: <ExportResults competition={competition} />,
    },
    danger: {
      title: m.danger_zone(),
      summary: m.delete_competition_why(),
      content: <Danger competition={competition} />,
    },
  };
}
