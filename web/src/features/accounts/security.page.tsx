import { exportAccount } from '@dossard/contract/accounts/security.endpoints.ts';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { formatFailure } from '../../api/failure.ts';
import { saveFile } from '../../device/save.file.ts';
import { m } from '../../paraglide/messages.js';
import { Desk } from '../../ui/frame/desk.tsx';
import { longToastMs, toast } from '../../ui/parts/toast.ts';
import { DeleteAccountDialog } from './delete.account.tsx';
import { OwnSessions } from './own.sessions.tsx';
import styles from './security.module.css';

/** What keeps the reader's account safe, what is held of it, and its end. */
export function SecurityPage() {
  return (
    <Desk title={m.security()} back={{ to: '/profile', label: m.profile() }}>
      <div className={styles.cards}>
        <OwnSessions />
        <OwnData />
        <AccountEnd />
      </div>
    </Desk>
  );
}

function OwnData() {
  return (
    <section className="card panel" aria-labelledby="account-data">
      <h2 id="account-data">{m.account_data()}</h2>
      <p className="soft">{m.account_data_why()}</p>
      <div>
        <button type="button" className="button" onClick={() => void saveOwnData()}>
          {m.account_data_export()}
        </button>
      </div>
    </section>
  );
}

async function saveOwnData(): Promise<void> {
  try {
    const file = new Blob([JSON.stringify(await callApi(exportAccount, {}), null, 2)], { type: 'application/json' });
    saveFile(file, `${m.account_data_file()}.json`);
    toast('account', m.account_data_exported());
  } catch (error) {
    toast('account', formatFailure(error), longToastMs);
  }
}

function AccountEnd() {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <section className="card panel" aria-labelledby="account-end">
      <h2 id="account-end">{m.account_delete()}</h2>
      <p className="soft">{m.account_delete_why()}</p>
      <div>
        <button type="button" className="button button-danger" onClick={() => setIsAsking(true)}>
          {m.account_delete()}
        </button>
      </div>
      {isAsking && <DeleteAccountDialog onClose={() => setIsAsking(false)} />}
    </section>
  );
}
