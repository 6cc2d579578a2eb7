import { useSearchParams } from 'react-router-dom';
import { SiteFrame } from '../app/site-frame.tsx';
import { usePageTitle } from '../app/use-page-title.ts';
import { DeletionInstructions } from '../features/data-deletion/instructions.tsx';
import { MetaStatus } from '../features/data-deletion/meta-status.tsx';
import { ReceiptStatus } from '../features/data-deletion/receipt-status.tsx';

export function DataDeletionPage() {
  usePageTitle('Data deletion');
  const [search] = useSearchParams();
  const receipt = search.get('receipt');
  const code = search.get('code');
  return (
    <SiteFrame signInText="Sign In">
      <main id="main" className="wrap app-main">
        <div>
          <h1>Data deletion</h1>
          {receipt || code ? null : (
            <p className="muted under-title">How to have everything Reelwright keeps about you deleted.</p>
          )}
        </div>
        {receipt || code ? (
          <div className="measure">{receipt ? <ReceiptStatus code={receipt} /> : <MetaStatus code={code ?? ''} />}</div>
        ) : null}
        {receipt ? null : <DeletionInstructions />}
      </main>
    </SiteFrame>
  );
}
