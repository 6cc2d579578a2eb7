import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { LegalDocument } from './legal-document.tsx';
import { dataSections } from './privacy-data.tsx';
import { rightsSections } from './privacy-rights.tsx';

export function Privacy() {
  return (
    <LegalDocument
      title="Privacy Policy"
      lead="Which personal data Reelwright uses, for what and how long, and what you can do about it."
      sections={[...dataSections, ...rightsSections]}
      related={
        <p>
          See also our <Link to={paths.terms}>terms of service</Link>,{' '}
          <Link to={paths.dataDeletion}>how to have your data deleted</Link> and{' '}
          <Link to={paths.contact}>how to reach us</Link>.
        </p>
      }
    />
  );
}
