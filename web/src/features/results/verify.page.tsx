import { verifyList } from '@dossard/contract/results/result.endpoints.ts';
import { type VerifiedList, verifyQuerySchema } from '@dossard/contract/results/result.schema.ts';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ChangeEvent, useState } from 'react';
import { isGone } from '../../api/denied.ts';
import { m } from '../../paraglide/messages.js';
import { read } from '../../queries/read.ts';
import { useGenderWords } from '../../riders/rider.words.tsx';
import { formatFullMoment } from '../../text/formats.ts';
import { parseHash } from '../../text/typed.values.ts';
import { TextField } from '../../ui/fields/text.field.tsx';
import { Form, useCheckedForm } from '../../ui/forms/form.tsx';
import { PageFrame } from '../../ui/frame/page.frame.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import styles from './results.module.css';
import '../../ui/frame/kit.css';
import { Reading } from '../../ui/failure/reading.tsx';
import { Button } from '../../ui/parts/button.tsx';

interface Props {
  sha256: string | undefined;
  onVerify: (sha256: string) => void;
}

/** Identifies the official list that a file or a SHA-256 belongs to (E8). */
export default function VerifyPage({ sha256: asked = '', onVerify }: Props) {
  const [file, setFile] = useState<string>();
  const [unreadable, setUnreadable] = useState(false);
  const { formProps } = useCheckedForm({
    schema: verifyQuerySchema,
    values: (fields) => ({ sha256: parseHash(String(fields.get('sha256'))) }),
    send: async (query) => {
      setFile(undefined);
      onVerify(query.sha256);
    },
  });
  const verified = useQuery(read(verifyList, { query: { sha256: asked } }, { enabled: asked !== '', retry: false }));

  async function readFile({ target }: ChangeEvent<HTMLInputElement>) {
    const [chosen] = target.files ?? [];
    if (!chosen) return;
    try {
      // The browser's own hash function exists only over https, and a laptop in the field has http.
      const hash = bytesToHex(sha256(new Uint8Array(await chosen.arrayBuffer())));
      setUnreadable(false);
      setFile(hash);
      onVerify(hash);
    } catch {
      setUnreadable(true);
    }
  }

  const isFile = file !== undefined && file === asked;
  const isUnknown = isGone(verified.error);
  return (
    <PageFrame>
      <main className="page stack narrow">
        <h1>{m.verify_title()}</h1>
        <p className="soft">{m.verify_why()}</p>
        <TextField
          name="file"
          type="file"
          label={m.verify_file()}
          accept=".json,application/json"
          onChange={(event) => void readFile(event)}
        />
        <Form {...formProps} key={asked} className="stack below">
          <TextField name="sha256" label={m.verify_hash()} defaultValue={asked} autoComplete="off" spellCheck={false} />
          <Button action={m.verify_act()} type="submit" look="go" />
        </Form>
        {unreadable && <Alert kind="problem" title={m.verify_unreadable()} />}
        {isUnknown && <Alert kind="problem" title={isFile ? m.verify_unknown_file() : m.verify_unknown()} />}
        {asked !== '' && !isUnknown && (
          <Reading of={verified} waiting={<p className="soft">{m.loading()}</p>}>
            {(list) => (
              <Alert kind="good" title={isFile ? m.verify_found() : m.verify_found_hash()}>
                <Found list={list} />
              </Alert>
            )}
          </Reading>
        )}
      </main>
    </PageFrame>
  );
}

function Found({ list }: { list: VerifiedList }) {
  const { groupWord } = useGenderWords();
  const { competition_id, competition_name, category, gender, revision, published_at, latest_revision } = list;
  const time = formatFullMoment(published_at);
  return (
    <>
      <dl className={`facts ${styles.facts}`}>
        <dt>{m.verify_competition()}</dt>
        <dd>{competition_name}</dd>
        <dt>{m.verify_group()}</dt>
        <dd>{groupWord({ category, gender })}</dd>
        <dt>{m.result_revision()}</dt>
        <dd className="numbers">{revision}</dd>
        <dt>{m.result_state_name({ state: 'official' })}</dt>
        <dd className="numbers">{m.official_published({ time })}</dd>
      </dl>
      {latest_revision > revision && <p>{m.official_later()}</p>}
      <Link
        to="/public/competitions/$competitionId/results"
        params={{ competitionId: String(competition_id) }}
        search={{ category, gender, revision }}
      >
        {m.verify_open()}
      </Link>
    </>
  );
}
