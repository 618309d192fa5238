import { getFactorRule, updateFactorRule } from '@dossard/contract/administration/administration.endpoints.ts';
import { type FactorRule, factorRuleSchema } from '@dossard/contract/administration/administration.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Failure } from '../../api/failure.ts';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { read } from '../../queries/read.ts';
import { Reading } from '../../ui/failure/reading.tsx';
import { SelectField } from '../../ui/fields/text.field.tsx';
import { Form, FormEnd, useCheckedForm } from '../../ui/forms/form.tsx';
import { AdministrationDesk } from './administration.desk.tsx';
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

const ruleNames: Record<FactorRule['required_of'], () => string> = {
  nobody: m.factor_rule_nobody,
  super_admins: m.factor_rule_super_admins,
  admins: m.factor_rule_admins,
};

/** Which accounts must have a second factor, with the form that changes this (S21). */
function FactorRuleCard() {
  return (
    <Reading of={useQuery(read(getFactorRule, {}))} waiting={20}>
      {(data) => <RuleForm key={data.required_of} rule={data} />}
    </Reading>
  );
}

function RuleForm({ rule }: { rule: FactorRule }) {
  const { formProps, sending } = useCheckedForm({
    schema: factorRuleSchema,
    send: (body) => perform(updateFactorRule, { body, said: m.factor_rule_saved() }),
  });
  const needsOwn = sending.error instanceof Failure && sending.error.code === 'factor_needed_first';
  return (
    <Form {...formProps} className="card panel">
      <h2>{m.factors()}</h2>
      <SelectField
        name="required_of"
        label={m.factor_rule()}
        hint={m.factor_rule_why()}
        defaultValue={rule.required_of}
        words={ruleNames}
      />
      <FormEnd />
      {needsOwn && (
        <p>
          <Link to="/profile/security">{m.codes_set_up()}</Link>
        </p>
      )}
    </Form>
  );
}
