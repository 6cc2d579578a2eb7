import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { LegalDocument } from './legal-document.tsx';
import { lawSections } from './terms-law.tsx';
import { serviceSections } from './terms-service.tsx';

export function Terms() {
  return (
    <LegalDocument
      title="Terms of Service"
      lead="What you can expect from Reelwright, and what we expect from you."
      sections={[...serviceSections, ...lawSections]}
      related={
        <p>
          See also our <Link to={paths.privacy}>privacy policy</Link>, our <Link to={paths.pricing}>prices</Link>,{' '}
          <Link to={paths.dataDeletion}>how to have your data deleted</Link> and{' '}
          <Link to={paths.contact}>how to reach us</Link>.
        </p>
      }
    />
  );
}
