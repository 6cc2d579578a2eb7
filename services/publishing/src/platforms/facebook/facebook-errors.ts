import { graphErrors } from '../graph-errors.ts';

export const facebookErrors = graphErrors('facebook', {
  '100/33': 'SESSION_LOST',
  '6000': 'SESSION_LOST',
  '1346003': 'BLOCKED',
  '1404102': 'BLOCKED',
  '1363026': 'MEDIA_REFUSED',
  '1363047': 'DUPLICATE',
  '1363127': 'MEDIA_REFUSED',
  '1363128': 'MEDIA_REFUSED',
  '1363129': 'MEDIA_REFUSED',
  '1363130': 'MEDIA_REFUSED',
  '1390008': 'RATE_LIMITED',
  '1609010': 'PROVIDER_ERROR',
  // rupload's debug_info.type
  NotAuthorizedError: 'TOKEN_REJECTED',
  ParameterValidationError: 'REQUEST_REFUSED',
  ProcessingFailedError: 'SESSION_LOST',
  OffsetInvalidError: 'SESSION_LOST',
  PartialRequestError: 'SESSION_LOST',
});
