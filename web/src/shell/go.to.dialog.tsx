import { matching } from '@dossard/contract/text/search.words.ts';
import { Combobox, Modal, useCombobox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type LinkProps, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { type CompetitionPage, isPageEmpty, listCompetitionPages } from '../desk/competition.pages.ts';
import { useCounts } from '../desk/counts.ts';
import { mayAdminister, useCompetition } from '../desk/may.ts';
import { m } from '../paraglide/messages.js';
import { profile } from '../queries/account.queries.ts';
import { participantsOf } from '../queries/participant.queries.ts';
import { searchRiders } from '../riders/rider.search.ts';
import { Bib } from '../riders/rider.tsx';
import { fullName, GenderWords, useGenderWords } from '../riders/rider.words.tsx';
import { FailureAlert } from '../ui/failure/failure.alert.tsx';
import styles from './go.to.dialog.module.css';

/** Maximum number of riders offered: the reader types on to narrow them down. */
const ridersAtMost = 8;

interface Target {
  key: string;
  way: LinkProps;
  text: string;
  /** What one does there, for those who do not know its name. */
  words?: string;
  label: ReactNode;
}

interface Props {
  /** Undefined outside a competition, where there are no riders to find. */
  competitionId: number | undefined;
  /** Returns what was typed before the field had the focus. */
  takeTyped: () => string;
  onClose: () => void;
}

/** Opens any page or rider by keyboard: type a bib, a name or a page, and press Enter. */
export function GoToDialog({ competitionId, takeTyped, onClose }: Props) {
  const { competition } = useCompetition(competitionId);
  return (
    <Modal.Root opened onClose={onClose} yOffset="8vh" padding="sm">
      <Modal.Overlay />
      <Modal.Content aria-label={m.go_to()}>
        <Modal.Body>
          <GenderWords youth={competition?.youth_words}>
            <GoTo competitionId={competitionId} takeTyped={takeTyped} onClose={onClose} />
          </GenderWords>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function GoTo({ competitionId, takeTyped, onClose }: Props) {
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  const combobox = useCombobox({ opened: true, onDropdownClose: onClose });
  const isSought = matching(search);
  const found = usePages(competitionId).filter(({ text, words = '' }) => isSought(`${text} ${words}`));
  // Pages of that name come before those where one does it.
  const pages = found.sort((one, other) => Number(isSought(other.text)) - Number(isSought(one.text)));
  const { riders, isPending, error } = useRiders(competitionId, search);
  const targets = [...riders, ...pages];
  // Enter opens the first target, so it is selected again whenever the targets change.
  const shown = targets.map(({ key }) => key).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when other targets are shown.
  useEffect(() => void combobox.selectFirstOption(), [shown]);
  function goTo(key: string) {
    const target = targets.find((one) => one.key === key);
    if (!target) return;
    onClose();
    void navigate(target.way);
  }
  return (
    <>
      <Combobox store={combobox} onOptionSubmit={goTo}>
        <Combobox.EventsTarget>
          <input
            type="search"
            className="input"
            data-autofocus
            aria-label={m.go_to()}
            placeholder={m.go_to_hint()}
            autoComplete="off"
            value={search}
            onFocus={() => {
              const typed = takeTyped();
              setSearch((now) => now + typed);
            }}
            onChange={(event) => setSearch(event.target.value)}
          />
        </Combobox.EventsTarget>
        <Combobox.Options className={`${styles.targets} numbers`} aria-label={m.go_to()}>
          {targets.map(({ key, label }) => (
            <Combobox.Option key={key} value={key} className={`row ${styles.target}`}>
              {label}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox>
      {error && <FailureAlert error={error} />}
      <p role="status" className={targets.length === 0 ? `soft ${styles.none}` : 'visually-hidden'}>
        {targets.length === 0 && !error && (isPending ? m.loading() : m.go_to_none())}
      </p>
    </>
  );
}

/** Lists the pages that the reader may open, those of the competition first. */
function usePages(competitionId: number | undefined): Target[] {
  const { competition, may } = useCompetition(competitionId);
  const { data: reader } = useQuery(profile());
  const params = { competitionId: String(competitionId) };
  const { counts } = useCounts(competitionId);
  const isEmpty = (page: CompetitionPage) => isPageEmpty(page, counts);
  const ofCompetition = competition ? listCompetitionPages(may) : [];
  return [
    // Pages without content come last.
    ...ofCompetition
      .sort((a, b) => Number(isEmpty(a)) - Number(isEmpty(b)))
      .map((page) => ({
        ...pageTarget({ to: page.to, params }, page.label()),
        words: m.go_to_words({ path: page.path }),
        label: <span className={isEmpty(page) ? 'soft' : undefined}>{page.label()}</span>,
      })),
    pageTarget({ to: '/competitions' }, m.my_competitions()),
    pageTarget({ to: '/new-competition' }, m.new_competition()),
    pageTarget({ to: '/competitions/guide' }, m.guide()),
    pageTarget({ to: '/competitions/guide/referee' }, m.guide_referee()),
    pageTarget({ to: '/profile' }, m.profile()),
    ...(mayAdminister(reader).passwords ? [pageTarget({ to: '/admin' }, m.administration())] : []),
  ];
}

const pageTarget = (way: LinkProps, text: string): Target => ({ key: String(way.to), way, text, label: text });

/** Finds the riders that match a search; none for an empty search. */
function useRiders(
  competitionId: number | undefined,
  search: string,
): { riders: Target[]; isPending: boolean; error: unknown } {
  const { competition, may } = useCompetition(competitionId);
  const { groupWord } = useGenderWords();
  const { data, error, isLoading } = useQuery({
    ...participantsOf(competitionId ?? Number.NaN),
    enabled: competition !== undefined && may('see_participants'),
  });
  const sought = search.trim();
  if (!data || sought === '') return { riders: [], isPending: isLoading, error: data ? null : error };
  const found = searchRiders(data.participants, search, {
    dossard: (rider) => rider.dossard_number,
    text: (rider) => `${fullName(rider)} ${rider.club ?? ''}`,
  });
  // An exact bib comes before those that only begin with it.
  const exact = (dossard: number) => (String(dossard) === sought ? 0 : 1);
  const riders = [...found]
    .sort((a, b) => exact(a.dossard_number) - exact(b.dossard_number))
    .slice(0, ridersAtMost)
    .map(
      (rider): Target => ({
        key: `rider ${rider.dossard_number}`,
        way: {
          to: '/competitions/$competitionId/participants/$dossard/runs',
          params: { competitionId: String(competitionId), dossard: String(rider.dossard_number) },
        },
        text: fullName(rider),
        label: (
          <>
            <Bib dossard={rider.dossard_number} />
            <span>
              {fullName(rider)} <span className="soft">{groupWord(rider)}</span>
            </span>
          </>
        ),
      }),
    );
  return { riders, isPending: false, error: null };
}
