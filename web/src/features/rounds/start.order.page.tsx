import { type Group, groupKey, isSameGroup } from '@dossard/contract/categories/group.ts';
import { updateStartOrder } from '@dossard/contract/rounds/round.endpoints.ts';
import { startOrderInputSchema } from '@dossard/contract/rounds/round.schema.ts';
import { clockOf } from '@dossard/contract/starts/start.times.ts';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useRef, useState } from 'react';
import { callApi } from '../../api/client.ts';
import { ConflictNote } from '../../changes/conflict.note.tsx';
import { useMergedEdit, withoutConflict } from '../../changes/merged.edit.ts';
import { competitionPage, type PageOf } from '../../desk/competition.desk.tsx';
import { NoParticipants } from '../../desk/no.participants.tsx';
import { usePageCompetition } from '../../desk/page.competition.ts';
import { PageLink } from '../../desk/page.link.tsx';
import { m } from '../../paraglide/messages.js';
import { participantsOf } from '../../queries/participant.queries.ts';
import { perform, readAgain } from '../../queries/perform.ts';
import { GroupField } from '../../riders/group.field.tsx';
import { byBib, listGroups } from '../../riders/rider.order.ts';
import { Bib } from '../../riders/rider.tsx';
import { fullName, useGenderWords } from '../../riders/rider.words.tsx';
import { formatStatus } from '../../riders/status.words.ts';
import { ConfirmButton } from '../../ui/dialogs/confirm.dialog.tsx';
import { Reading } from '../../ui/failure/reading.tsx';
import { TextField } from '../../ui/fields/text.field.tsx';
import { Form, FormEnd, useCheckedForm } from '../../ui/forms/form.tsx';
import { forgetUnsaved, hasUnsaved } from '../../ui/forms/unsaved.ts';
import { Button } from '../../ui/parts/button.tsx';
import { OrderedList } from '../../ui/parts/ordered.list.tsx';
import { toast } from '../../ui/parts/toast.ts';
import styles from './rounds.module.css';
import { drawOrder, type Order, orderRiders, placeRider } from './start.order.ts';

interface Props {
  /** The key of the shown group; if it does not exist, the first group is shown. */
  group: string | undefined;
  onGroup: (key: string) => void;
}

/** Sets the start order of each group (R17). */
const StartOrderPage: PageOf<Props> = competitionPage({ page: 'start-order', waiting: 4 }, StartOrders);
export default StartOrderPage;

function StartOrders({ group, onGroup }: Props) {
  const read = useQuery(participantsOf(usePageCompetition().id));
  const { data } = read;
  if (!data) return <Reading of={read} waiting={4} />;
  const groups = listGroups(data.participants);
  const ridersOf = (one: Group) => data.participants.filter((rider) => isSameGroup(rider, one));
  const chosen = groups.find((one) => groupKey(one) === group) ?? groups[0];
  if (!chosen) return <NoParticipants />;
  return (
    <div className="card panel">
      <p className="soft">
        {m.start_order_why()} <PageLink page="edit" search={{ section: 'starts' }} label={m.starts_to_plan()} />
      </p>
      <GroupField
        groups={groups}
        value={groupKey(chosen)}
        onChange={(key) => {
          if (hasUnsaved() && !window.confirm(m.start_order_switch())) return;
          forgetUnsaved();
          onGroup(key);
        }}
      />
      <OrderForm key={groupKey(chosen)} riders={ridersOf(chosen)} />
      {groups.length > 1 && <DrawOthers groups={groups.map(ridersOf).filter((riders) => !riders.some(hasPlace))} />}
    </div>
  );
}

/** Draws the groups without an order, one by one; if one is refused, the earlier ones are already stored. */
function DrawOthers({ groups }: { groups: readonly Order[] }) {
  const { id } = usePageCompetition();
  const { groupWord } = useGenderWords();
  if (groups.length === 0) return null;
  const draw = async () => {
    try {
      for (const riders of groups)
        await callApi(updateStartOrder, sentOrder(id, riders, { dossards: bibsOf(drawOrder(riders)), seen: none }));
    } finally {
      await readAgain(updateStartOrder.changes);
    }
  };
  return (
    <div>
      <ConfirmButton
        look="quiet"
        label={m.start_order_draw_all()}
        title={m.start_order_draw_all_sure()}
        action={m.start_order_draw()}
        why={groups.flatMap(([rider]) => (rider ? groupWord(rider) : [])).join(', ')}
        act={draw}
        onDone={() => toast('start-order', m.start_order_drawn_all())}
      />
    </div>
  );
}

/** The riders of one group, moved one by one or all together; sent when the order is saved. */
function OrderForm({ riders }: { riders: Order }) {
  const { id } = usePageCompetition();
  const [draft, setDraft] = useState<readonly number[]>();
  const order = orderRiders(riders, draft);
  const saved = bibsOf(orderRiders(riders.filter(hasPlace), undefined));
  const hasOrder = saved.length > 0;
  const edit = useMergedEdit<SavedOrder>({ dossards: saved });
  const { category, gender } = riders[0] ?? {};
  const save = (dossards: readonly number[], seen: SavedOrder) =>
    perform(updateStartOrder, sentOrder(id, riders, { dossards, seen }));
  const takeSaved = () => {
    setDraft(undefined);
    edit.restart({ dossards: saved });
    forgetUnsaved();
  };
  const onDone = async (words: string) => {
    takeSaved();
    toast('start-order', words);
  };
  const { formProps } = useCheckedForm({
    schema: startOrderInputSchema,
    values: () => ({ category, gender, dossards: bibsOf(order) }),
    send: ({ dossards }) => {
      const seen = draft === undefined ? { dossards: saved } : edit.seen;
      setOrder(order);
      return edit.attempt({ dossards }, () => save(dossards, seen));
    },
    onDone: () => onDone(m.start_order_saved()),
  });
  function setOrder(next: Order) {
    if (draft === undefined) edit.restart({ dossards: saved });
    setDraft(bibsOf(next));
    // Reordering by buttons counts as unsaved input too.
    formProps.ref.current?.dispatchEvent(new Event('input', { bubbles: true }));
  }
  return (
    <Form {...formProps} state={withoutConflict(formProps.state)} className="stack">
      <OrderButtons order={order} onOrder={setOrder} />
      <PlaceBib order={order} onOrder={setOrder} />
      <p className="soft" role="status">
        {draft ? m.start_order_draft() : hasOrder ? '' : m.start_order_none()}
      </p>
      <OrderedList
        items={order}
        keyOf={({ dossard_number }) => dossard_number}
        nameOf={({ dossard_number: dossard }) => m.rider_by_bib({ dossard })}
        onOrder={setOrder}
        isOff={({ status }) => status != null}
      >
        {(rider) => <Starter rider={rider} position={order.indexOf(rider) + 1} isSaved={draft === undefined} />}
      </OrderedList>
      <ConflictNote before={edit.before && asText(edit.before)} now={asText(edit.seen)} />
      {edit.before && (
        <div>
          <Button action={m.start_order_take_other()} onClick={takeSaved} />
        </div>
      )}
      <FormEnd action={m.start_order_save()} />
      {hasOrder && (
        <div>
          <ConfirmButton
            look="quiet"
            title={m.start_order_remove_sure()}
            action={m.start_order_remove()}
            act={() => save([], { dossards: saved })}
            onDone={() => void onDone(m.start_order_removed())}
            why={m.start_order_remove_why()}
          />
        </div>
      )}
    </Form>
  );
}

/** Orders all riders of the group at once. */
function OrderButtons({ order, onOrder }: { order: Order; onOrder: (order: Order) => void }) {
  return (
    <div className="desk-actions">
      <Button action={m.start_order_by_bib()} onClick={() => onOrder([...order].sort(byBib))} />
      <Button action={m.start_order_draw()} onClick={() => onOrder(drawOrder(order))} />
      <Button action={m.start_order_reverse()} onClick={() => onOrder([...order].reverse())} />
    </div>
  );
}

interface StarterProps {
  rider: Order[number];
  position: number;
  /** False while the order is changed: the times follow when it is saved. */
  isSaved: boolean;
}

function Starter({ rider, position, isSaved }: StarterProps) {
  return (
    <span className={styles.starter}>
      <span className="numbers soft">{position}</span>
      <Bib dossard={rider.dossard_number} />
      <span>
        {fullName(rider)}
        {rider.status && <span className="soft"> · {formatStatus(rider.status)}</span>}
        {isSaved && rider.start_time && (
          <span className="soft numbers"> · {m.starts_at({ time: clockOf(rider.start_time) })}</span>
        )}
      </span>
    </span>
  );
}

const bibsOf = (order: Order) => order.map(({ dossard_number }) => dossard_number);

/** The saved order as bibs; empty if there is none. */
interface SavedOrder {
  dossards: readonly number[];
}

const none: SavedOrder = { dossards: [] };

/** Returns the request that stores the order of the group of these riders. */
const sentOrder = (id: number, [rider]: Order, order: SavedOrder & { seen: SavedOrder }) => ({
  params: { id },
  body: startOrderInputSchema.parse({ ...rider, ...order }),
});

const hasPlace = ({ start_position }: Order[number]) => start_position != null;

/** Formats an order like the history does. */
const asText = ({ dossards }: SavedOrder) => ({ order: dossards.join(', ') });

/** Moves a rider to a typed place; Enter submits, and the next bib can be typed right away. */
function PlaceBib({ order, onOrder }: { order: Order; onOrder: (order: Order) => void }) {
  const bib = useRef<HTMLInputElement>(null);
  const place = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const [moved, setMoved] = useState('');

  function move() {
    const [dossard, target] = [bib.current?.valueAsNumber ?? Number.NaN, place.current?.valueAsNumber ?? Number.NaN];
    const isComplete = dossard >= 1 && target >= 1;
    const next = isComplete ? placeRider(order, dossard, Math.trunc(target)) : undefined;
    setProblem(next ? undefined : isComplete ? m.start_order_unknown({ dossard }) : m.start_order_incomplete());
    bib.current?.focus();
    if (!next || !bib.current || !place.current) return bib.current?.select();
    onOrder(next);
    const reached = next.findIndex(({ dossard_number }) => dossard_number === dossard) + 1;
    setMoved(m.start_order_moved({ dossard, place: reached }));
    bib.current.value = '';
    place.current.value = '';
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    move();
  }

  const whole = { type: 'number', inputMode: 'numeric', min: 1, autoComplete: 'off', onKeyDown } as const;
  return (
    <div className={styles.place}>
      <TextField ref={bib} name="placed_bib" label={m.start_order_bib()} problem={problem} {...whole} />
      <TextField ref={place} name="place" label={m.start_order_place()} {...whole} />
      <Button action={m.start_order_move()} onClick={move} />
      <p role="status" className="visually-hidden">
        {moved}
      </p>
    </div>
  );
}
