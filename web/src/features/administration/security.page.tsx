import { useQuery } from '@tanstack/react-query';
import { mayAdminister } from '../../desk/may.ts';
import { m } from '../../paraglide/messages.js';
import { profile } from '../../queries/account.queries.ts';
import { AccessDenied } from '../../ui/failure/access.denied.tsx';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { Desk } from '../../ui/frame/desk.tsx';
import { Waiting } from '../../ui/parts/waiting.tsx';
import styles from './admin.module.css';
import { FactorRuleCard } from './factor.rule.tsx';
import { SecurityLogCard } from './security.log.tsx';

/** For super administrators: who must have a second factor (S21), and the security log (S22). */
export function InstallationSecurityPage() {
  const { data, error, refetch } = useQuery(profile());
  return (
    <Desk title={m.admin_security()} back={{ to: '/admin', label: m.administration() }}>
      {error && !data && <FailureAlert error={error} retry={() => void refetch()} />}
      {!data && !error && <Waiting className={`card ${styles.waiting}`} />}
      {data && !mayAdminister(data).everything && <AccessDenied why={m.administration_denied()} />}
      {data && mayAdminister(data).everything && (
        <div className={styles.security}>
          <FactorRuleCard />
          <SecurityLogCard />
        </div>
      )}
    </Desk>
  );
}
