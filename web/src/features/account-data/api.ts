import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { request } from '../../lib/api-client.ts';
import { removePersonalData } from '../../lib/browser-storage.ts';
import type { Answer } from '../../lib/contract.ts';
import type { DataPart } from './parts.ts';

export type PartData = Answer<'GET', `/api/account-data/${DataPart}`>;

/** GET /api/account-data/{part}: the data that one service stores about the user. */
export const readPart = (part: DataPart): Promise<PartData> => request('GET', `/api/account-data/${part}`);

/** DELETE /api/auth/user, then the receipt page. Removes all data of the account from this browser. */
export function useDeleteAccount() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (password: string | null) =>
      request('DELETE', '/api/auth/user', { body: password === null ? {} : { password } }),
    onSuccess: ({ receiptCode }) => {
      navigate(`${paths.dataDeletion}?receipt=${encodeURIComponent(receiptCode)}`, { replace: true });
      client.clear();
      removePersonalData();
      try {
        sessionStorage.clear();
      } catch {
        // Storage may be forbidden, and is then empty.
      }
    },
    gcTime: 0,
  });
}
