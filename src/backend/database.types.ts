export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export interface Database {
  public: {
    Tables: {
      public_overlays: {
        Row: {
          url_token: string;
          owner_uid: string;
          p1: string;
          p2: string;
          s1: number;
          s2: number;
          race_to: number;
          clock_running: boolean;
          clock_started_at: string | null;
          clock_accum: number;
          theme: string;
          rev: number;
          updated_at: string;
        };
        Insert: Record<string, unknown>;
        Update: { p1?: string; p2?: string; s1?: number; s2?: number; race_to?: number; theme?: string };
        Relationships: [];
      };
    };
    Views: Record<never, never>;
    Functions: {
      ensure_overlay: {
        Args: never;
        Returns: { id: string; url_token: string; owner_uid: string; title: string; created_at: string };
      };
      get_overlay: { Args: { key: string }; Returns: Json };
      start_clock: { Args: { token: string }; Returns: Json };
      stop_clock: { Args: { token: string }; Returns: Json };
      reset_clock: { Args: { token: string }; Returns: Json };
    };
    Enums: Record<never, never>;
    CompositeTypes: Record<never, never>;
  };
}
