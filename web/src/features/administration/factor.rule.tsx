import { updateFactorRule } from '@dossard/contract/administration/administration.endpoints.ts';
import { type FactorRule, factorRuleSchema } from '@dossard/contract/administration/administration.schema.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { callApi } from '../../api/client.ts';
import { Failure } from '../../api/failure.ts';
import { withProof } from '../../api/proof.ts';
import { m } from '../../paraglide/messages.js';
import { factorRule } from '../../queries/factor.queries.ts';
import { storeAnswer } from '../../queries/store.answer.ts';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { SelectField } from '../../ui/fields/text.field.tsx';
import { useCheckedForm } from '../../ui/forms/checked.form.ts';
import { FormEnd } from '../../ui/forms/form.end.tsx';
import { toast } from '../../ui/parts/toast.ts';
import { Waiting } from '../../ui/parts/waiting.tsx';
import styles from './admin.module.css';

const ruleNames: Record<FactorRule['required_of'], () => string> = {
  nobody: m.factor_rule_nobody,
  super_admins: m.factor_rule_super_admins,
  admins: m.factor_rule_admins,
};

/** Which accounts must have a second factor, with the form that changes this (S21). */
export function FactorRuleCard() {
  const { data, error, refetch } = useQuery(factorRule());
  if (error && !data) return <FailureAlert error={error} retry={() => void refetch()} />;
  if (!data) return <Waiting className={`card ${styles.waiting}`} />;
  return <RuleForm key={data.required_of} rule={data} />;
}

function RuleForm({ rule }: { rule: FactorRule }) {
  const queryClient = useQueryClient();
  const { formProps, problems, sending } = useCheckedForm({
    schema: factorRuleSchema,
    send: (body) => withProof(() => callApi(updateFactorRule, { body })),
    onDone: async (saved) => {
      await storeAnswer(queryClient, factorRule(), saved);
      toast('factor rule', m.factor_rule_saved());
    },
  });
  const needsOwn = sending.error instanceof Failure && sending.error.code === 'factor_needed_first';
  return (
    <form {...formProps} className="card panel">
      <h2>{m.factors()}</h2>
      <SelectField
        name="required_of"
        label={m.factor_rule()}
        hint={m.factor_rule_why()}
        problem={problems.required_of}
        defaultValue={rule.required_of}
      >
        {Object.entries(ruleNames).map(([value, label]) => (
          <option key={value} value={value}>
            {label()}
          </option>
        ))}
      </SelectField>
      <FormEnd sending={sending} />
      {needsOwn && (
        <p>
          <Link to="/profile/security">{m.codes_set_up()}</Link>
        </p>
      )}
    </form>
  );
}
