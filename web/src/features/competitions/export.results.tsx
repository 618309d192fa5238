import { exportResults } from '@dossard/contract/results/result.endpoints.ts';
import { resultsFileName } from '@dossard/contract/results/results.file.ts';
import { useMutation } from '@tanstack/react-query';
import { fetchFile } from '../../api/client.ts';
import { usePageCompetition } from '../../desk/page.competition.ts';
import { saveFile } from '../../device/save.file.ts';
import { m } from '../../paraglide/messages.js';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { Button } from '../../ui/parts/button.tsx';

/** The results of a competition as a spreadsheet. */
export function ExportResults() {
  const { competition } = usePageCompetition();
  const saving = useMutation({
    mutationFn: async () => {
      const file = await fetchFile(exportResults, { params: { id: competition.id } });
      const name = resultsFileName(m.results(), competition);
      saveFile(file, name);
      return name;
    },
  });
  return (
    <div className="stack">
      <p className="soft">{m.export_why()}</p>
      {saving.error && <FailureAlert error={saving.error} />}
      <Button
        action={saving.isPending ? m.exporting() : m.export_results()}
        onClick={() => saving.isPending || saving.mutate()}
        aria-disabled={saving.isPending}
      />
      <p role="status" className={saving.data ? undefined : 'visually-hidden'}>
        {saving.isPending && m.exporting()}
        {saving.data && m.export_done({ file: saving.data })}
      </p>
    </div>
  );
}
