import { endJudgePhone, updateJudgeLink } from '@dossard/contract/judges/judge.endpoints.ts';
import { type JudgeLink, judgeLinkInputSchema, judgeLinkUpdateSchema } from '@dossard/contract/judges/judge.schema.ts';
import type { Zone } from '@dossard/contract/zones/zone.schema.ts';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { judgeAddress, listMadeLinks } from '../../desk/made.links.ts';
import { usePageCompetition } from '../../desk/page.competition.ts';
import { useShareAddress } from '../../desk/share.address.ts';
import { LinkReach } from '../../desk/share.link.tsx';
import { m } from '../../paraglide/messages.js';
import { judgeLinksOf } from '../../queries/judge.queries.ts';
import { perform } from '../../queries/perform.ts';
import { zonesOf } from '../../queries/zone.queries.ts';
import { formatAgo, formatFullMoment, formatMoment, joinFacts } from '../../text/formats.ts';
import { parseMoment, parseNumber, writeMoment } from '../../text/typed.values.ts';
import { ActionMenu } from '../../ui/dialogs/action.menu.tsx';
import { ConfirmButton, ConfirmDialog } from '../../ui/dialogs/confirm.dialog.tsx';
import { FormDialog } from '../../ui/dialogs/form.dialog.tsx';
import { OpenButton } from '../../ui/dialogs/open.button.tsx';
import { ActionButton } from '../../ui/failure/action.button.tsx';
import { Reading, useReads } from '../../ui/failure/reading.tsx';
import { Chips } from '../../ui/fields/chips.tsx';
import { NumberField, TextField } from '../../ui/fields/text.field.tsx';
import { useCheckedForm } from '../../ui/forms/form.tsx';
import { CopyField } from '../../ui/parts/copy.field.tsx';
import { Line } from '../../ui/parts/line.tsx';
import { PrintOut } from '../../ui/parts/print.out.tsx';
import { QrCode } from '../../ui/parts/qr.code.tsx';
import { PaperHead } from '../print/print.card.tsx';
import printing from '../print/print.module.css';
import styles from './judges.module.css';
import { makeLink, makeLinkForEach, renewLink, revokeLink } from './link.actions.ts';

/** Links by which judges record runs with a name only (U1): made, shown as codes, watched and ended here. */
export function JudgeLinks() {
  const { id } = usePageCompetition();
  const reads = useReads({ links: useQuery(judgeLinksOf(id)), zones: useQuery(zonesOf(id)) });
  const revoked = reads.data?.links.links.filter(({ revoked_at }) => revoked_at !== null) ?? [];
  return (
    <div className="stack">
      <p className="soft">{m.judge_links_why()}</p>
      <Reading of={reads} waiting={8}>
        {({ links: { links }, zones: { zones } }) => (
          <div className="stack">
            <div className="desk-actions">
              <LinkForEach links={links} zones={zones} />
              <OpenButton action={zones.length > 0 ? m.judge_link_new() : m.judge_link_make()}>
                <NewLinkDialog zones={zones} />
              </OpenButton>
            </div>
            <LinkCodes links={links} zones={zones} />
            <LinkList links={links.filter(({ revoked_at }) => revoked_at === null)} zones={zones} />
            {revoked.length > 0 && (
              // Out of the way: their runs can still be hidden, and a new code made.
              <details className="fold">
                <summary>{m.judge_links_revoked({ count: revoked.length })}</summary>
                <LinkList links={revoked} zones={zones} />
              </details>
            )}
          </div>
        )}
      </Reading>
    </div>
  );
}

/** Makes the links that zones of their own lack; when each has one, only after a question. */
function LinkForEach({ links, zones }: ListProps) {
  const { competition } = usePageCompetition();
  const linked = links.filter(isUsable).flatMap(({ zone_ids }) => (zone_ids?.length === 1 ? zone_ids : []));
  const missing = zones.filter(({ id }) => !linked.includes(id));
  const action = m.judge_link_each_zone();
  if (zones.length === 0) return null;
  if (missing.length > 0)
    return (
      <ActionButton
        action={action}
        look={links.length === 0 && 'go'}
        act={() => makeLinkForEach(competition, missing)}
      />
    );
  return (
    <ConfirmButton
      title={m.judge_links_again()}
      action={action}
      act={() => makeLinkForEach(competition, zones)}
      why={m.judge_links_again_why()}
    />
  );
}

interface ListProps {
  links: readonly JudgeLink[];
  zones: readonly Zone[];
}

function LinkList({ links, zones }: ListProps) {
  if (links.length === 0) return null;
  return (
    <ul className="lines" aria-label={m.judge_links()}>
      {links.map((link) => (
        <LinkRow key={link.id} link={link} zones={zones} />
      ))}
    </ul>
  );
}

interface RowProps extends Omit<ListProps, 'links'> {
  link: JudgeLink;
}

/** Names a link: by its label, or its zones. */
function nameOfLink({ label, zone_ids }: Pick<JudgeLink, 'label' | 'zone_ids'>, zones: readonly Zone[]): string {
  if (label) return label;
  if (zone_ids === null) return m.judge_link_all_zones();
  return zone_ids.map((id) => zones.find((zone) => zone.id === id)?.name ?? m.zone_number({ id })).join(', ');
}

/** Whether a link can still be opened, now or later. */
const isUsable = ({ revoked_at, ends_at, suspended }: JudgeLink): boolean =>
  revoked_at === null && !suspended && Date.parse(ends_at) > Date.now();

function stateOf({ revoked_at, suspended, ends_at, starts_at, hidden }: JudgeLink): string {
  if (revoked_at !== null) return m.judge_link_is_revoked();
  if (suspended) return m.judge_link_is_suspended();
  const time = formatMoment(ends_at);
  if (Date.parse(ends_at) <= Date.now()) return m.judge_link_is_ended({ time });
  if (hidden) return m.judge_link_is_hidden();
  if (starts_at && Date.parse(starts_at) > Date.now())
    return m.judge_link_is_early({ from: formatMoment(starts_at), time });
  return m.judge_link_is_valid({ time });
}

/** One link with its phones. */
function LinkRow({ link, zones }: RowProps) {
  const { id } = usePageCompetition();
  const name = nameOfLink(link, zones);
  const runs = link.opened.reduce((sum, one) => sum + one.runs, 0);
  return (
    <li className="stack">
      <Line
        name={<span translate="no">{name}</span>}
        facts={joinFacts(stateOf(link), m.judge_link_phones({ count: link.phones }))}
      >
        <LinkMenu link={link} name={name} runs={runs} />
      </Line>
      {link.opened.length > 0 && (
        <ul className="lines">
          {link.opened.map((opened) => (
            <Line
              key={`${opened.phone_id} ${opened.name}`}
              as="li"
              name={<span translate="no">{opened.name}</span>}
              facts={joinFacts(describeOpened(opened, zones), hasNamesake(link, opened) && m.judge_same_name())}
            >
              {opened.ended_at === null && isUsable(link) && (
                <ConfirmButton
                  look="quiet"
                  of={opened.name}
                  title={m.judge_phone_end_sure({ name: opened.name })}
                  action={m.judge_phone_end()}
                  danger
                  act={() =>
                    perform(endJudgePhone, {
                      params: { id, linkId: link.id, phone: opened.phone_id },
                      said: m.judge_phone_ended({ name: opened.name }),
                    })
                  }
                  why={m.judge_phone_end_why()}
                />
              )}
            </Line>
          ))}
        </ul>
      )}
    </li>
  );
}

/** Whether another phone of a link goes by the same name. */
const hasNamesake = ({ opened }: JudgeLink, { phone_id, name }: JudgeLink['opened'][number]) =>
  opened.some((other) => other.phone_id !== phone_id && other.name === name && other.ended_at === null);

function describeOpened(
  { zone_id, opened_at, last_contact, unsent, runs, ended_at }: JudgeLink['opened'][number],
  zones: readonly Zone[],
): string {
  const silence = last_contact && Math.max(0, Math.round((Date.now() - Date.parse(last_contact)) / 1000));
  return joinFacts(
    zones.find(({ id }) => id === zone_id)?.name,
    m.judge_opened_at({ time: formatMoment(opened_at) }),
    ended_at !== null && m.judge_phone_is_ended(),
    ended_at === null && typeof silence === 'number' && (silence < 60 ? m.just_now() : formatAgo(silence)),
    m.runs_number({ count: runs }),
    unsent > 0 && m.phone_keeps({ count: unsent }),
  );
}

/** What an organiser can do with a link. */
function LinkMenu({ link, name, runs }: Omit<RowProps, 'zones'> & { name: string; runs: number }) {
  const { competition } = usePageCompetition();
  const params = { id: competition.id, linkId: link.id };
  const { hidden } = link;
  const isRevoked = link.revoked_at !== null;
  const isMade = listMadeLinks(competition.id).some(({ id }) => id === link.id);
  const ask = (
    why: string,
    question: Pick<ComponentProps<typeof ConfirmDialog>, 'title' | 'action' | 'act' | 'danger'>,
  ) => ({
    label: question.action,
    open: <ConfirmDialog {...question} why={why} />,
  });
  const renewing = ask(m.judge_link_renew_why(), {
    title: m.judge_link_renew_sure({ name }),
    action: m.judge_link_renew(),
    act: () => renewLink(competition, link),
  });
  const hiding = ask(hidden ? m.judge_link_show_why() : m.judge_link_hide_why(), {
    title: hidden ? m.judge_link_show_sure() : m.judge_link_hide_sure({ count: runs }),
    action: hidden ? m.judge_link_show_runs() : m.judge_link_hide_runs(),
    act: () =>
      perform(updateJudgeLink, {
        params,
        body: { hidden: !hidden },
        said: hidden ? m.judge_link_shown() : m.judge_link_hidden(),
      }),
  });
  const revoking = ask(m.judge_link_revoke_why(), {
    title: m.judge_link_revoke_sure({ name }),
    action: m.judge_link_revoke(),
    danger: true,
    act: () => revokeLink(competition.id, link.id),
  });
  const editing = {
    label: m.judge_link_edit(),
    open: <EditLinkDialog link={link} />,
  };
  return (
    <ActionMenu
      what={name}
      actions={[
        { ...renewing, label: isMade ? m.judge_link_renew() : m.judge_link_renew_show() },
        ...(isRevoked ? [] : [editing]),
        ...(hidden || runs > 0 ? [hiding] : []),
        ...(isRevoked ? [] : [{ ...revoking, isDanger: true }]),
      ]}
    />
  );
}

/** The codes of the links that were made in this tab: to scan, to copy, and to print, a page for each. */
function LinkCodes({ links, zones }: ListProps) {
  const { id } = usePageCompetition();
  const origin = useShareAddress();
  const shown = listMadeLinks(id).flatMap(({ id, token }) => {
    const link = links.find((one) => one.id === id && isUsable(one));
    return link ? [{ link, address: judgeAddress(origin, token), name: nameOfLink(link, zones) }] : [];
  });
  if (shown.length === 0) return null;
  return (
    <>
      <LinkReach />
      <p>{m.judge_codes_once()}</p>
      <div className="desk-actions">
        <OpenButton action={m.judge_codes_print({ count: shown.length })}>
          <PrintOut id="print-out">
            {shown.map(({ link, address, name }) => (
              <section key={link.id} className={printing.sheet}>
                <PaperHead title={name} />
                <div className={styles.paper}>
                  <QrCode text={address} label={m.judge_code_of({ name })} />
                  <ol>
                    <li>{m.judge_paper_scan()}</li>
                    <li>{m.judge_paper_name()}</li>
                    <li>{m.judge_paper_begin()}</li>
                  </ol>
                  <p>{m.judge_link_is_valid({ time: formatFullMoment(link.ends_at, 'minute') })}</p>
                </div>
              </section>
            ))}
          </PrintOut>
        </OpenButton>
      </div>
      <ul className={`tiles ${styles.codes}`}>
        {shown.map(({ link, address, name }) => (
          <li key={link.id} className="stack">
            <h3 translate="no">{name}</h3>
            <QrCode text={address} label={m.judge_code_of({ name })} />
            <CopyField label={m.judge_link_copy()} text={address} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Makes a link of chosen zones, for a person or a while. */
function NewLinkDialog({ zones }: { zones: readonly Zone[] }) {
  const { competition } = usePageCompetition();
  const { formProps } = useCheckedForm({
    schema: judgeLinkInputSchema,
    values: (fields) => {
      const chosen = fields.getAll('zone_ids').map(Number);
      return {
        zone_ids: chosen.length === zones.length ? null : chosen,
        label: fields.get('label'),
        starts_at: parseMoment(fields.get('starts_at')),
        ends_at: parseMoment(fields.get('ends_at')),
        phones: parseNumber(fields.get('phones')),
      };
    },
    objections: ({ zone_ids }): Record<string, string> =>
      zone_ids?.length === 0 ? { zone_ids: m.judge_link_zones_missing() } : {},
    send: (body) => makeLink(competition, body),
  });
  return (
    <FormDialog title={m.judge_link_make()} of={formProps} action={m.judge_link_make()}>
      {zones.length > 0 && (
        <Chips
          legend={m.zones()}
          name="zone_ids"
          type="checkbox"
          choices={zones.map(({ id, name }) => ({ value: String(id), label: name }))}
          defaultChosen={zones.map(({ id }) => String(id))}
        />
      )}
      <TextField name="label" label={m.judge_link_label()} hint={m.judge_link_label_hint()} />
      <TextField name="starts_at" type="datetime-local" label={m.judge_link_from()} hint={m.judge_link_from_hint()} />
      <TextField name="ends_at" type="datetime-local" label={m.judge_link_until()} hint={m.judge_link_until_hint()} />
      <PhonesField initial={3} />
    </FormDialog>
  );
}

const PhonesField = ({ initial }: { initial: number }) => (
  <NumberField name="phones" label={m.judge_link_phones_each()} max={20} defaultValue={initial} />
);

/** Changes the end and the number of phones of a link. */
function EditLinkDialog({ link }: { link: JudgeLink }) {
  const { id } = usePageCompetition();
  const { formProps } = useCheckedForm({
    schema: judgeLinkUpdateSchema,
    values: (fields) => ({
      ends_at: parseMoment(fields.get('ends_at')) ?? undefined,
      phones: parseNumber(fields.get('phones')),
    }),
    send: (body) => perform(updateJudgeLink, { params: { id, linkId: link.id }, body, said: m.judge_link_changed() }),
  });
  return (
    <FormDialog title={m.judge_link_edit()} of={formProps}>
      <TextField
        name="ends_at"
        type="datetime-local"
        label={m.judge_link_until()}
        defaultValue={writeMoment(new Date(link.ends_at))}
      />
      <PhonesField initial={link.phones} />
    </FormDialog>
  );
}
