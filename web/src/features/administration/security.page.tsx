import { m } from '../../paraglide/messages.js';
import { AdministrationDesk } from './administration.desk.tsx';
import { FactorRuleCard } from './factor.rule.tsx';
import { SecurityLogCard } from './security.log.tsx';

/** For super administrators: who must have a second factor (S21), and the security log (S22). */
export function InstallationSecurityPage() {
  return (
    <AdministrationDesk title={m.admin_security()} needs="everything">
      <div className="stack">
        <FactorRuleCard />
        <SecurityLogCard />
      </div>
    </AdministrationDesk>
  );
}
