/** Written by `npm run types:database` from the migrations. */

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export interface Database {
  public: {
    Tables: {
      public_overlays: {
        Row: {
          clock_accum: number;
          clock_running: boolean;
          clock_started_at: string | null;
          owner_uid: string;
          p1: string;
          p2: string;
          race_to: number;
          rev: number;
          s1: number;
          s2: number;
          theme: string;
          updated_at: string;
          url_token: string;
        };
        Insert: {
          clock_accum?: number;
          clock_running?: boolean;
          clock_started_at?: string | null;
          owner_uid: string;
          p1?: string;
          p2?: string;
          race_to?: number;
          rev?: number;
          s1?: number;
          s2?: number;
          theme?: string;
          updated_at?: string;
          url_token: string;
        };
        Update: {
          clock_accum?: number;
          clock_running?: boolean;
          clock_started_at?: string | null;
          owner_uid?: string;
          p1?: string;
          p2?: string;
          race_to?: number;
          rev?: number;
          s1?: number;
          s2?: number;
          theme?: string;
          updated_at?: string;
          url_token?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'public_overlays_url_token_fkey';
            columns: ['url_token'];
            isOneToOne: true;
            referencedRelation: 'user_overlays';
            referencedColumns: ['url_token'];
          },
        ];
      };
      user_overlays: {
        Row: { created_at: string; id: string; owner_uid: string; title: string; url_token: string };
        Insert: { created_at?: string; id?: string; owner_uid?: string; title?: string; url_token?: string };
        Update: { created_at?: string; id?: string; owner_uid?: string; title?: string; url_token?: string };
        Relationships: [];
      };
    };
    Views: Record<never, never>;
    Functions: {
      ensure_overlay: {
        Args: never;
        Returns: { created_at: string; id: string; owner_uid: string; title: string; url_token: string };
        SetofOptions: { from: '*'; to: 'user_overlays'; isOneToOne: true; isSetofReturn: false };
      };
      get_overlay: { Args: { key: string }; Returns: Json };
      reset_clock: { Args: { token: string }; Returns: Json };
      start_clock: { Args: { token: string }; Returns: Json };
      stop_clock: { Args: { token: string }; Returns: Json };
    };
    Enums: Record<never, never>;
    CompositeTypes: Record<never, never>;
  };
}
