import { useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useCopy } from '../../ui/use-copy.ts';

/** Shows the new key once. A click outside does not close the dialog, so that the key is not lost by accident. */
export function NewKeyDialog({ apiKey, onClose }: { apiKey: string; onClose: () => void }) {
  const input = useRef<HTMLTextAreaElement>(null);
  const { copied, copy } = useCopy();
  const copyKey = async () => {
    if (!(await copy(apiKey))) input.current?.select();
  };
  return (
    <Dialog title="API Key Generated" keepOpen onClose={onClose}>
      <p>Copy it now. You will not see it again.</p>
      <Field label="Your API key">
        {(attributes) => (
          <textarea
            {...attributes}
            ref={input}
            className="input code whole"
            rows={2}
            readOnly
            value={apiKey}
            spellCheck={false}
            autoComplete="off"
            onFocus={(event) => event.target.select()}
          />
        )}
      </Field>
      <p className="small muted" role="status">
        {copied === 'yes'
          ? 'Copied.'
          : copied === 'no'
            ? 'Your browser blocked copying. The key is selected, so you can copy it yourself.'
            : ''}
      </p>
      <div className="dialog-actions">
        <Button onClick={() => void copyKey()}>
          <Icon name="copy" />
          Copy
        </Button>
        <Button tone="ink" onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  );
}
