export type Json =
  | string
  | number
  | boolean
  | null
  | { [key: string]: Json | undefined }
  | Json[]

export type Database = {
  // Allows to automatically instantiate createClient with right options
  // instead of createClient<Database, { PostgrestVersion: 'XX' }>(URL, KEY)
  __InternalSupabase: {
    PostgrestVersion: "13"
  }
  public: {
    Tables: {
      appointment_answers: {
        Row: {
          answer: string | null
          answered_at: string
          answered_by: string
          appointment_id: string
          choice: Json | null
          file_id: string | null
          id: string
          kind: string
          question: NonNullable<Json>
          question_id: string | null
        }
        Insert: {
          answer?: string | null
          answered_at?: string
          answered_by: string
          appointment_id: string
          choice?: Json | null
          file_id?: string | null
          id?: string
          kind: string
          question: NonNullable<Json>
          question_id?: string | null
        }
        Update: {
          answer?: string | null
          answered_at?: string
          answered_by?: string
          appointment_id?: string
          choice?: Json | null
          file_id?: string | null
          id?: string
          kind?: string
          question?: NonNullable<Json>
          question_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "appointment_answers_answered_by_fkey"
            columns: ["answered_by"]
            referencedRelation: "profiles"
            referencedColumns: ["user_id"]
          },
          {
            foreignKeyName: "appointment_answers_appointment_id_fkey"
            columns: ["appointment_id"]
            referencedRelation: "appointments"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "appointment_answers_file_id_fkey"
            columns: ["file_id"]
            referencedRelation: "appointment_files"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "appointment_answers_question_id_fkey"
            columns: ["question_id"]
            referencedRelation: "appointment_questions"
            referencedColumns: ["id"]
          },
        ]
      }
      appointment_files: {
        Row: {
          appointment_id: string
          file_name: string
          file_path: string
          file_size: number
          file_type: string
          id: string
          uploaded_at: string
          uploaded_by: string
        }
        Insert: {
          appointment_id: string
          file_name: string
          file_path: string
          file_size: number
          file_type: string
          id?: string
          uploaded_at?: string
          uploaded_by?: string
        }
        Update: {
          appointment_id?: string
          file_name?: string
          file_path?: string
          file_size?: number
          file_type?: string
          id?: string
          uploaded_at?: string
          uploaded_by?: string
        }
        Relationships: [
          {
            foreignKeyName: "appointment_files_appointment_id_fkey"
            columns: ["appointment_id"]
            referencedRelation: "appointments"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "appointment_files_uploaded_by_fkey"
            columns: ["uploaded_by"]
            referencedRelation: "profiles"
            referencedColumns: ["user_id"]
          },
        ]
      }
      appointment_hidden_notes: {
        Row: {
          appointment_id: string
          note: string
          updated_at: string
        }
        Insert: {
          appointment_id: string
          note: string
          updated_at?: string
        }
        Update: {
          appointment_id?: string
          note?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "appointment_hidden_notes_appointment_id_fkey"
            columns: ["appointment_id"]
            referencedRelation: "appointments"
            referencedColumns: ["id"]
          },
        ]
      }
      appointment_messages: {
        Row: {
          appointment_id: string
          body: string
          created_at: string
          id: string
          sender: string
        }
        Insert: {
          appointment_id: string
          body: string
          created_at?: string
          id?: string
          sender?: string
        }
        Update: {
          appointment_id?: string
          body?: string
          created_at?: string
          id?: string
          sender?: string
        }
        Relationships: [
          {
            foreignKeyName: "appointment_messages_appointment_id_fkey"
            columns: ["appointment_id"]
            referencedRelation: "appointments"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "appointment_messages_sender_fkey"
            columns: ["sender"]
            referencedRelation: "profiles"
            referencedColumns: ["user_id"]
          },
        ]
      }
      appointment_payments: {
        Row: {
          amount_minor: number
          appointment_id: string
          currency: string
          id: string
          kind: string
          on_date: string
          recorded_at: string
          recorded_by: string
          reference: string | null
        }
        Insert: {
          amount_minor: number
          appointment_id: string
          currency: string
          id: string
          kind: string
          on_date: string
          recorded_at?: string
          recorded_by: string
          reference?: string | null
        }
        Update: {
          amount_minor?: number
          appointment_id?: string
          currency?: string
          id?: string
          kind?: string
          on_date?: string
          recorded_at?: string
          recorded_by?: string
          reference?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "appointment_payments_appointment_id_fkey"
            columns: ["appointment_id"]
            referencedRelation: "appointments"
            referencedColumns: ["id"]
          },
        ]
      }
      appointment_private_notes: {
        Row: {
          appointment_id: string
          note: string
          updated_at: string
        }
        Insert: {
          appointment_id: string
          note: string
          updated_at?: string
        }
        Update: {
          appointment_id?: string
          note?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "appointment_private_notes_appointment_id_fkey"
            columns: ["appointment_id"]
            referencedRelation: "appointments"
            referencedColumns: ["id"]
          },
        ]
      }
      appointment_questions: {
        Row: {
          choices: Json | null
          created_at: string
          id: string
          kind: string
          position: number
          texts: NonNullable<Json>
          type_id: string
        }
        Insert: {
          choices?: Json | null
          created_at?: string
          id?: string
          kind: string
          position?: number
          texts: NonNullable<Json>
          type_id: string
        }
        Update: {
          choices?: Json | null
          created_at?: string
          id?: string
          kind?: string
          position?: number
          texts?: NonNullable<Json>
          type_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "appointment_questions_type_id_fkey"
            columns: ["type_id"]
            referencedRelation: "appointment_types"
            referencedColumns: ["id"]
          },
        ]
      }
      appointment_types: {
        Row: {
          active: boolean
          created_at: string
          currency: string
          descriptions: NonNullable<Json>
          doctor_id: string
          fee_minor: number | null
          id: string
          minutes: number
          names: NonNullable<Json>
          position: number
          preparation: NonNullable<Json>
          who: string
        }
        Insert: {
          active?: boolean
          created_at?: string
          currency?: string
          descriptions?: NonNullable<Json>
          doctor_id: string
          fee_minor?: number | null
          id?: string
          minutes: number
          names: NonNullable<Json>
          position?: number
          preparation?: NonNullable<Json>
          who?: string
        }
        Update: {
          active?: boolean
          created_at?: string
          currency?: string
          descriptions?: NonNullable<Json>
          doctor_id?: string
          fee_minor?: number | null
          id?: string
          minutes?: number
          names?: NonNullable<Json>
          position?: number
          preparation?: NonNullable<Json>
          who?: string
        }
        Relationships: [
          {
            foreignKeyName: "appointment_types_doctor_id_fkey"
            columns: ["doctor_id"]
            referencedRelation: "doctors"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "appointment_types_doctor_id_fkey"
            columns: ["doctor_id"]
            referencedRelation: "doctors_public"
            referencedColumns: ["id"]
          },
        ]
      }
      appointments: {
        Row: {
          answered_at: string | null
          appointment_date: string
          appointment_time: string
          blocked: unknown
          booked_by: string | null
          call_ended_at: string | null
          call_started_at: string | null
          cancellation_reason: string | null
          cancelled_by: string | null
          created_at: string
          did_not_come: boolean
          doctor_id: string
          ends_at: string
          erased_at: string | null
          fee_agreed_at: string | null
          fee_currency: string | null
          fee_language: string | null
          fee_minor: number | null
          fee_text_version: string | null
          gap_minutes: number
          id: string
          may_overlap: boolean
          notes: string | null
          notes_updated_at: string | null
          paid_minor: number
          patient_complaint: string | null
          payment_state: string | null
          previous_starts_at: string | null
          refunded_minor: number
          reschedule_count: number
          reschedule_message: string | null
          rescheduled_at: string | null
          rescheduled_by: string | null
          session_duration: number
          starts_at: string
          status: Database["public"]["Enums"]["appointment_status"]
          timezone: string
          type_id: string | null
          type_name: Json | null
          updated_at: string
          user_id: string
          waived_minor: number
        }
        Insert: {
          answered_at?: string | null
          appointment_date: string
          appointment_time: string
          blocked?: unknown
          booked_by?: string | null
          call_ended_at?: string | null
          call_started_at?: string | null
          cancellation_reason?: string | null
          cancelled_by?: string | null
          created_at?: string
          did_not_come?: boolean
          doctor_id: string
          ends_at?: string
          erased_at?: string | null
          fee_agreed_at?: string | null
          fee_currency?: string | null
          fee_language?: string | null
          fee_minor?: number | null
          fee_text_version?: string | null
          gap_minutes?: number
          id?: string
          may_overlap?: boolean
          notes?: string | null
          notes_updated_at?: string | null
          paid_minor?: number
          patient_complaint?: string | null
          payment_state?: string | null
          previous_starts_at?: string | null
          refunded_minor?: number
          reschedule_count?: number
          reschedule_message?: string | null
          rescheduled_at?: string | null
          rescheduled_by?: string | null
          session_duration?: number
          starts_at?: string
          status?: Database["public"]["Enums"]["appointment_status"]
          timezone?: string
          type_id?: string | null
          type_name?: Json | null
          updated_at?: string
          user_id?: string
          waived_minor?: number
        }
        Update: {
          answered_at?: string | null
          appointment_date?: string
          appointment_time?: string
          blocked?: unknown
          booked_by?: string | null
          call_ended_at?: string | null
          call_started_at?: string | null
          cancellation_reason?: string | null
          cancelled_by?: string | null
          created_at?: string
          did_not_come?: boolean
          doctor_id?: string
          ends_at?: string
          erased_at?: string | null
          fee_agreed_at?: string | null
          fee_currency?: string | null
          fee_language?: string | null
          fee_minor?: number | null
          fee_text_version?: string | null
          gap_minutes?: number
          id?: string
          may_overlap?: boolean
          notes?: string | null
          notes_updated_at?: string | null
          paid_minor?: number
          patient_complaint?: string | null
          payment_state?: string | null
          previous_starts_at?: string | null
          refunded_minor?: number
          reschedule_count?: number
          reschedule_message?: string | null
          rescheduled_at?: string | null
          rescheduled_by?: string | null
          session_duration?: number
          starts_at?: string
          status?: Database["public"]["Enums"]["appointment_status"]
          timezone?: string
          type_id?: string | null
          type_name?: Json | null
          updated_at?: string
          user_id?: string
          waived_minor?: number
        }
        Relationships: [
          {
            foreignKeyName: "appointments_doctor_id_fkey"
            columns: ["doctor_id"]
            referencedRelation: "doctors"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "appointments_doctor_id_fkey"
            columns: ["doctor_id"]
            referencedRelation: "doctors_public"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "appointments_type_id_fkey"
            columns: ["type_id"]
            referencedRelation: "appointment_types"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "appointments_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "profiles"
            referencedColumns: ["user_id"]
          },
        ]
      }
      audit_log: {
        Row: {
          action: string
          actor: string | null
          at: string
          details: NonNullable<Json>
          id: number
          subject: string
        }
        Insert: {
          action: string
          actor?: string | null
          at?: string
          details?: NonNullable<Json>
          id?: never
          subject: string
        }
        Update: {
          action?: string
          actor?: string | null
          at?: string
          details?: NonNullable<Json>
          id?: never
          subject?: string
        }
        Relationships: []
      }
      call_notices: {
        Row: {
          acknowledged_at: string
          language: string
          patient_id: string
          user_id: string
          version: string
        }
        Insert: {
          acknowledged_at?: string
          language: string
          patient_id: string
          user_id?: string
          version: string
        }
        Update: {
          acknowledged_at?: string
          language?: string
          patient_id?: string
          user_id?: string
          version?: string
        }
        Relationships: [
          {
            foreignKeyName: "call_notices_patient_id_fkey"
            columns: ["patient_id"]
            referencedRelation: "profiles"
            referencedColumns: ["user_id"]
          },
          {
            foreignKeyName: "call_notices_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "profiles"
            referencedColumns: ["user_id"]
          },
        ]
      }
      company_settings: {
        Row: {
          addresses: NonNullable<Json>
          architects: Json | null
          brand: string | null
          hours: NonNullable<Json>
          info_email: string | null
          legal_names: NonNullable<Json>
          only_row: boolean
          payment_ways: NonNullable<Json>
          permit_authorities: NonNullable<Json>
          permit_country: string | null
          permit_number: string | null
          phone_azerbaijan: string | null
          phone_turkey: string | null
          psychology_coordinator: string | null
          psychology_coordinator_photo: string | null
          support_email: string | null
          tax_number: string | null
          updated_at: string
          updated_by: string | null
          version: number
          whatsapp: string | null
        }
        Insert: {
          addresses?: NonNullable<Json>
          architects?: Json | null
          brand?: string | null
          hours?: NonNullable<Json>
          info_email?: string | null
          legal_names?: NonNullable<Json>
          only_row?: boolean
          payment_ways?: NonNullable<Json>
          permit_authorities?: NonNullable<Json>
          permit_country?: string | null
          permit_number?: string | null
          phone_azerbaijan?: string | null
          phone_turkey?: string | null
          psychology_coordinator?: string | null
          psychology_coordinator_photo?: string | null
          support_email?: string | null
          tax_number?: string | null
          updated_at?: string
          updated_by?: string | null
          version?: number
          whatsapp?: string | null
        }
        Update: {
          addresses?: NonNullable<Json>
          architects?: Json | null
          brand?: string | null
          hours?: NonNullable<Json>
          info_email?: string | null
          legal_names?: NonNullable<Json>
          only_row?: boolean
          payment_ways?: NonNullable<Json>
          permit_authorities?: NonNullable<Json>
          permit_country?: string | null
          permit_number?: string | null
          phone_azerbaijan?: string | null
          phone_turkey?: string | null
          psychology_coordinator?: string | null
          psychology_coordinator_photo?: string | null
          support_email?: string | null
          tax_number?: string | null
          updated_at?: string
          updated_by?: string | null
          version?: number
          whatsapp?: string | null
        }
        Relationships: []
      }
      consents: {
        Row: {
          given_at: string
          kind: string
          language: string
          recorded_by: string | null
          user_id: string
          version: string
          withdrawn_at: string | null
        }
        Insert: {
          given_at?: string
          kind: string
          language: string
          recorded_by?: string | null
          user_id?: string
          version: string
          withdrawn_at?: string | null
        }
        Update: {
          given_at?: string
          kind?: string
          language?: string
          recorded_by?: string | null
          user_id?: string
          version?: string
          withdrawn_at?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "consents_recorded_by_fkey"
            columns: ["recorded_by"]
            referencedRelation: "doctors"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "consents_recorded_by_fkey"
            columns: ["recorded_by"]
            referencedRelation: "doctors_public"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "consents_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "profiles"
            referencedColumns: ["user_id"]
          },
        ]
      }
      contact_messages: {
        Row: {
          created_at: string
          email: string
          handled_at: string | null
          handled_by: string | null
          id: string
          language: string
          message: string
          name: string
          phone: string | null
          sender_id: string | null
          service: string | null
          website: string | null
        }
        Insert: {
          created_at?: string
          email: string
          handled_at?: string | null
          handled_by?: string | null
          id?: string
          language?: string
          message: string
          name: string
          phone?: string | null
          sender_id?: string | null
          service?: string | null
          website?: string | null
        }
        Update: {
          created_at?: string
          email?: string
          handled_at?: string | null
          handled_by?: string | null
          id?: string
          language?: string
          message?: string
          name?: string
          phone?: string | null
          sender_id?: string | null
          service?: string | null
          website?: string | null
        }
        Relationships: []
      }
      doctor_availability: {
        Row: {
          day_of_week: number
          doctor_id: string
          end_time: string
          id: string
          is_available: boolean
          minutes: unknown
          start_time: string
        }
        Insert: {
          day_of_week: number
          doctor_id: string
          end_time: string
          id?: string
          is_available?: boolean
          minutes?: never
          start_time: string
        }
        Update: {
          day_of_week?: number
          doctor_id?: string
          end_time?: string
          id?: string
          is_available?: boolean
          minutes?: never
          start_time?: string
        }
        Relationships: [
          {
            foreignKeyName: "doctor_availability_doctor_id_fkey"
            columns: ["doctor_id"]
            referencedRelation: "doctors"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "doctor_availability_doctor_id_fkey"
            columns: ["doctor_id"]
            referencedRelation: "doctors_public"
            referencedColumns: ["id"]
          },
        ]
      }
      doctor_contacts: {
        Row: {
          doctor_id: string
          email: string | null
          phone: string | null
        }
        Insert: {
          doctor_id: string
          email?: string | null
          phone?: string | null
        }
        Update: {
          doctor_id?: string
          email?: string | null
          phone?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "doctor_contacts_doctor_id_fkey"
            columns: ["doctor_id"]
            referencedRelation: "doctors"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "doctor_contacts_doctor_id_fkey"
            columns: ["doctor_id"]
            referencedRelation: "doctors_public"
            referencedColumns: ["id"]
          },
        ]
      }
      doctor_extra_hours: {
        Row: {
          created_at: string
          doctor_id: string
          end_time: string
          id: string
          minutes: unknown
          on_date: string
          start_time: string
        }
        Insert: {
          created_at?: string
          doctor_id: string
          end_time: string
          id?: string
          minutes?: never
          on_date: string
          start_time: string
        }
        Update: {
          created_at?: string
          doctor_id?: string
          end_time?: string
          id?: string
          minutes?: never
          on_date?: string
          start_time?: string
        }
        Relationships: [
          {
            foreignKeyName: "doctor_extra_hours_doctor_id_fkey"
            columns: ["doctor_id"]
            referencedRelation: "doctors"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "doctor_extra_hours_doctor_id_fkey"
            columns: ["doctor_id"]
            referencedRelation: "doctors_public"
            referencedColumns: ["id"]
          },
        ]
      }
      doctor_leave: {
        Row: {
          created_at: string
          doctor_id: string
          end_time: string | null
          id: string
          leave_date: string
          minutes: unknown
          reason: string | null
          start_time: string | null
        }
        Insert: {
          created_at?: string
          doctor_id: string
          end_time?: string | null
          id?: string
          leave_date: string
          minutes?: never
          reason?: string | null
          start_time?: string | null
        }
        Update: {
          created_at?: string
          doctor_id?: string
          end_time?: string | null
          id?: string
          leave_date?: string
          minutes?: never
          reason?: string | null
          start_time?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "doctor_leave_doctor_id_fkey"
            columns: ["doctor_id"]
            referencedRelation: "doctors"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "doctor_leave_doctor_id_fkey"
            columns: ["doctor_id"]
            referencedRelation: "doctors_public"
            referencedColumns: ["id"]
          },
        ]
      }
      doctor_texts: {
        Row: {
          bio: string
          doctor_id: string
          language: string
          updated_at: string
        }
        Insert: {
          bio: string
          doctor_id: string
          language: string
          updated_at?: string
        }
        Update: {
          bio?: string
          doctor_id?: string
          language?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "doctor_texts_doctor_id_fkey"
            columns: ["doctor_id"]
            referencedRelation: "doctors"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "doctor_texts_doctor_id_fkey"
            columns: ["doctor_id"]
            referencedRelation: "doctors_public"
            referencedColumns: ["id"]
          },
        ]
      }
      doctors: {
        Row: {
          auto_confirm: boolean
          available: boolean
          bio: string | null
          bio_language: string
          booking_horizon_days: number
          booking_notice_hours: number
          cancellation_hours: number
          created_at: string
          first_name: string
          gap_minutes: number
          id: string
          languages: string[]
          last_name: string
          licence_authority: string | null
          licence_country: string | null
          licence_number: string | null
          max_appointments_per_day: number | null
          photo_path: string | null
          session_duration: number
          specialization: string
          specialty_code: string | null
          timezone: string
          timezone_confirmed_at: string | null
          title: string | null
          user_id: string | null
          work_hours: string | null
        }
        Insert: {
          auto_confirm?: boolean
          available?: boolean
          bio?: string | null
          bio_language?: string
          booking_horizon_days?: number
          booking_notice_hours?: number
          cancellation_hours?: number
          created_at?: string
          first_name: string
          gap_minutes?: number
          id?: string
          languages?: string[]
          last_name: string
          licence_authority?: string | null
          licence_country?: string | null
          licence_number?: string | null
          max_appointments_per_day?: number | null
          photo_path?: string | null
          session_duration?: number
          specialization?: string
          specialty_code?: string | null
          timezone?: string
          timezone_confirmed_at?: string | null
          title?: string | null
          user_id?: string | null
          work_hours?: string | null
        }
        Update: {
          auto_confirm?: boolean
          available?: boolean
          bio?: string | null
          bio_language?: string
          booking_horizon_days?: number
          booking_notice_hours?: number
          cancellation_hours?: number
          created_at?: string
          first_name?: string
          gap_minutes?: number
          id?: string
          languages?: string[]
          last_name?: string
          licence_authority?: string | null
          licence_country?: string | null
          licence_number?: string | null
          max_appointments_per_day?: number | null
          photo_path?: string | null
          session_duration?: number
          specialization?: string
          specialty_code?: string | null
          timezone?: string
          timezone_confirmed_at?: string | null
          title?: string | null
          user_id?: string | null
          work_hours?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "doctors_specialty_code_fkey"
            columns: ["specialty_code"]
            referencedRelation: "specialties"
            referencedColumns: ["code"]
          },
        ]
      }
      guardians: {
        Row: {
          authority: string
          declaration_version: string
          declared_at: string
          guardian_id: string
          patient_id: string
          relationship: string
        }
        Insert: {
          authority: string
          declaration_version: string
          declared_at?: string
          guardian_id: string
          patient_id: string
          relationship: string
        }
        Update: {
          authority?: string
          declaration_version?: string
          declared_at?: string
          guardian_id?: string
          patient_id?: string
          relationship?: string
        }
        Relationships: [
          {
            foreignKeyName: "guardians_guardian_id_fkey"
            columns: ["guardian_id"]
            referencedRelation: "profiles"
            referencedColumns: ["user_id"]
          },
          {
            foreignKeyName: "guardians_patient_id_fkey"
            columns: ["patient_id"]
            referencedRelation: "profiles"
            referencedColumns: ["user_id"]
          },
        ]
      }
      invitations: {
        Row: {
          accepted_at: string | null
          created_at: string
          doctor_id: string | null
          email: string
          expires_at: string
          full_name: string | null
          id: string
          invited_by: string | null
          language: string
          renewed_at: string | null
          revoked_at: string | null
          role: Database["public"]["Enums"]["app_role"]
          timezone: string | null
          user_id: string | null
        }
        Insert: {
          accepted_at?: string | null
          created_at?: string
          doctor_id?: string | null
          email: string
          expires_at?: string
          full_name?: string | null
          id?: string
          invited_by?: string | null
          language: string
          renewed_at?: string | null
          revoked_at?: string | null
          role: Database["public"]["Enums"]["app_role"]
          timezone?: string | null
          user_id?: string | null
        }
        Update: {
          accepted_at?: string | null
          created_at?: string
          doctor_id?: string | null
          email?: string
          expires_at?: string
          full_name?: string | null
          id?: string
          invited_by?: string | null
          language?: string
          renewed_at?: string | null
          revoked_at?: string | null
          role?: Database["public"]["Enums"]["app_role"]
          timezone?: string | null
          user_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "invitations_doctor_id_fkey"
            columns: ["doctor_id"]
            referencedRelation: "doctors"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "invitations_doctor_id_fkey"
            columns: ["doctor_id"]
            referencedRelation: "doctors_public"
            referencedColumns: ["id"]
          },
        ]
      }
      legal_announcements: {
        Row: {
          announced_at: string
          document: string
          finished_at: string | null
          last_account_id: string | null
          mails: number
          version: string
        }
        Insert: {
          announced_at?: string
          document: string
          finished_at?: string | null
          last_account_id?: string | null
          mails?: number
          version: string
        }
        Update: {
          announced_at?: string
          document?: string
          finished_at?: string | null
          last_account_id?: string | null
          mails?: number
          version?: string
        }
        Relationships: []
      }
      note_templates: {
        Row: {
          body: string
          created_at: string
          doctor_id: string
          id: string
          title: string
        }
        Insert: {
          body: string
          created_at?: string
          doctor_id: string
          id?: string
          title: string
        }
        Update: {
          body?: string
          created_at?: string
          doctor_id?: string
          id?: string
          title?: string
        }
        Relationships: [
          {
            foreignKeyName: "note_templates_doctor_id_fkey"
            columns: ["doctor_id"]
            referencedRelation: "doctors"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "note_templates_doctor_id_fkey"
            columns: ["doctor_id"]
            referencedRelation: "doctors_public"
            referencedColumns: ["id"]
          },
        ]
      }
      patient_invitations: {
        Row: {
          accepted_at: string | null
          created_at: string
          email: string
          expires_at: string
          id: string
          invited_by: string | null
          kind: string
          language: string
          patient_id: string
          revoked_at: string | null
          token_hash: string | null
        }
        Insert: {
          accepted_at?: string | null
          created_at?: string
          email: string
          expires_at?: string
          id?: string
          invited_by?: string | null
          kind: string
          language: string
          patient_id: string
          revoked_at?: string | null
          token_hash?: string | null
        }
        Update: {
          accepted_at?: string | null
          created_at?: string
          email?: string
          expires_at?: string
          id?: string
          invited_by?: string | null
          kind?: string
          language?: string
          patient_id?: string
          revoked_at?: string | null
          token_hash?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "patient_invitations_patient_id_fkey"
            columns: ["patient_id"]
            referencedRelation: "profiles"
            referencedColumns: ["user_id"]
          },
        ]
      }
      site_content: {
        Row: {
          body: Json | null
          body_md5: string | null
          created_at: string
          id: string
          kind: string
          position: number
          published_at: string | null
          slug: string | null
        }
        Insert: {
          body?: Json | null
          body_md5?: never
          created_at?: string
          id: string
          kind: string
          position: number
          published_at?: string | null
          slug?: string | null
        }
        Update: {
          body?: Json | null
          body_md5?: never
          created_at?: string
          id?: string
          kind?: string
          position?: number
          published_at?: string | null
          slug?: string | null
        }
        Relationships: []
      }
      site_content_drafts: {
        Row: {
          body: NonNullable<Json>
          body_md5: string | null
          content_id: string
          preview_token: string
          preview_until: string
          updated_at: string
          updated_by: string | null
          version: number
        }
        Insert: {
          body: NonNullable<Json>
          body_md5?: never
          content_id: string
          preview_token?: string
          preview_until?: string
          updated_at?: string
          updated_by?: string | null
          version: number
        }
        Update: {
          body?: NonNullable<Json>
          body_md5?: never
          content_id?: string
          preview_token?: string
          preview_until?: string
          updated_at?: string
          updated_by?: string | null
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: "site_content_drafts_content_id_fkey"
            columns: ["content_id"]
            referencedRelation: "site_content"
            referencedColumns: ["id"]
          },
        ]
      }
      site_content_versions: {
        Row: {
          body: NonNullable<Json>
          content_id: string
          number: number
          published_at: string
          published_by: string | null
        }
        Insert: {
          body: NonNullable<Json>
          content_id: string
          number: number
          published_at?: string
          published_by?: string | null
        }
        Update: {
          body?: NonNullable<Json>
          content_id?: string
          number?: number
          published_at?: string
          published_by?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "site_content_versions_content_id_fkey"
            columns: ["content_id"]
            referencedRelation: "site_content"
            referencedColumns: ["id"]
          },
        ]
      }
      specialties: {
        Row: {
          code: string
          names: NonNullable<Json>
          position: number
          synonyms: NonNullable<Json>
        }
        Insert: {
          code: string
          names: NonNullable<Json>
          position?: number
          synonyms: NonNullable<Json>
        }
        Update: {
          code?: string
          names?: NonNullable<Json>
          position?: number
          synonyms?: NonNullable<Json>
        }
        Relationships: []
      }
      user_roles: {
        Row: {
          created_at: string
          granted_at: string
          role: Database["public"]["Enums"]["app_role"]
          user_id: string
        }
        Insert: {
          created_at?: string
          granted_at?: string
          role: Database["public"]["Enums"]["app_role"]
          user_id: string
        }
        Update: {
          created_at?: string
          granted_at?: string
          role?: Database["public"]["Enums"]["app_role"]
          user_id?: string
        }
        Relationships: []
      }
    }
    Views: {
      doctors_public: {
        Row: {
          available: boolean | null
          bio: string | null
          bio_language: string | null
          first_name: string | null
          id: string | null
          languages: string[] | null
          last_name: string | null
          licence_authority: string | null
          licence_country: string | null
          licence_number: string | null
          photo_path: string | null
          specialization: string | null
          specialty_code: string | null
          timezone: string | null
          title: string | null
          work_hours: string | null
          working_hours: Json | null
        }
        Insert: {
          available?: boolean | null
          bio?: string | null
          bio_language?: string | null
          first_name?: string | null
          id?: string | null
          languages?: string[] | null
          last_name?: string | null
          licence_authority?: string | null
          licence_country?: string | null
          licence_number?: string | null
          photo_path?: string | null
          specialization?: string | null
          specialty_code?: string | null
          timezone?: string | null
          title?: string | null
          work_hours?: string | null
          working_hours?: never
        }
        Update: {
          available?: boolean | null
          bio?: string | null
          bio_language?: string | null
          first_name?: string | null
          id?: string | null
          languages?: string[] | null
          last_name?: string | null
          licence_authority?: string | null
          licence_country?: string | null
          licence_number?: string | null
          photo_path?: string | null
          specialization?: string | null
          specialty_code?: string | null
          timezone?: string | null
          title?: string | null
          work_hours?: string | null
          working_hours?: never
        }
        Relationships: [
          {
            foreignKeyName: "doctors_specialty_code_fkey"
            columns: ["specialty_code"]
            referencedRelation: "specialties"
            referencedColumns: ["code"]
          },
        ]
      }
      mail_log: {
        Row: {
          attempts: number | null
          created_at: string | null
          id: string | null
          kind: string | null
          language: string | null
          last_error: string | null
          next_attempt_at: string | null
          recipient: string | null
          sent_at: string | null
          state: string | null
        }
        Insert: {
          attempts?: number | null
          created_at?: string | null
          id?: string | null
          kind?: string | null
          language?: string | null
          last_error?: string | null
          next_attempt_at?: string | null
          recipient?: string | null
          sent_at?: string | null
          state?: string | null
        }
        Update: {
          attempts?: number | null
          created_at?: string | null
          id?: string | null
          kind?: string | null
          language?: string | null
          last_error?: string | null
          next_attempt_at?: string | null
          recipient?: string | null
          sent_at?: string | null
          state?: string | null
        }
        Relationships: []
      }
      profiles: {
        Row: {
          birth_year: number | null
          created_at: string | null
          date_of_birth: string | null
          email: string | null
          first_name: string | null
          gender: string | null
          has_account: boolean | null
          language: string | null
          last_name: string | null
          medical_history: string | null
          phone: string | null
          timezone: string | null
          timezone_chosen_at: string | null
          user_id: string | null
        }
        Insert: {
          birth_year?: number | null
          created_at?: string | null
          date_of_birth?: string | null
          email?: string | null
          first_name?: string | null
          gender?: string | null
          has_account?: boolean | null
          language?: string | null
          last_name?: string | null
          medical_history?: string | null
          phone?: string | null
          timezone?: string | null
          timezone_chosen_at?: string | null
          user_id?: string | null
        }
        Update: {
          birth_year?: number | null
          created_at?: string | null
          date_of_birth?: string | null
          email?: string | null
          first_name?: string | null
          gender?: string | null
          has_account?: boolean | null
          language?: string | null
          last_name?: string | null
          medical_history?: string | null
          phone?: string | null
          timezone?: string | null
          timezone_chosen_at?: string | null
          user_id?: string | null
        }
        Relationships: []
      }
    }
    Functions: {
      accept_patient_invitation: {
        Args: { declaration_version?: string; token: string }
        Returns: Json
      }
      add_doctor: {
        Args: { contact?: Json; doctor: Json }
        Returns: {
          auto_confirm: boolean
          available: boolean
          bio: string | null
          bio_language: string
          booking_horizon_days: number
          booking_notice_hours: number
          cancellation_hours: number
          created_at: string
          first_name: string
          gap_minutes: number
          id: string
          languages: string[]
          last_name: string
          licence_authority: string | null
          licence_country: string | null
          licence_number: string | null
          max_appointments_per_day: number | null
          photo_path: string | null
          session_duration: number
          specialization: string
          specialty_code: string | null
          timezone: string
          timezone_confirmed_at: string | null
          title: string | null
          user_id: string | null
          work_hours: string | null
        }
        SetofOptions: {
          from: "*"
          to: "doctors"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      add_time_off: {
        Args: {
          doctor_id: string
          end_time?: string
          from_date: string
          reason?: string
          start_time?: string
          to_date: string
          weekdays?: number[]
        }
        Returns: {
          created_at: string
          doctor_id: string
          end_time: string | null
          id: string
          leave_date: string
          minutes: unknown
          reason: string | null
          start_time: string | null
        }[]
        SetofOptions: {
          from: "*"
          to: "doctor_leave"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      agree_to_fee: {
        Args: {
          appointment_id: string
          currency: string
          fee_minor: number
          language?: string
          text_version?: string
        }
        Returns: {
          answered_at: string | null
          appointment_date: string
          appointment_time: string
          blocked: unknown
          booked_by: string | null
          call_ended_at: string | null
          call_started_at: string | null
          cancellation_reason: string | null
          cancelled_by: string | null
          created_at: string
          did_not_come: boolean
          doctor_id: string
          ends_at: string
          erased_at: string | null
          fee_agreed_at: string | null
          fee_currency: string | null
          fee_language: string | null
          fee_minor: number | null
          fee_text_version: string | null
          gap_minutes: number
          id: string
          may_overlap: boolean
          notes: string | null
          notes_updated_at: string | null
          paid_minor: number
          patient_complaint: string | null
          payment_state: string | null
          previous_starts_at: string | null
          refunded_minor: number
          reschedule_count: number
          reschedule_message: string | null
          rescheduled_at: string | null
          rescheduled_by: string | null
          session_duration: number
          starts_at: string
          status: Database["public"]["Enums"]["appointment_status"]
          timezone: string
          type_id: string | null
          type_name: Json | null
          updated_at: string
          user_id: string
          waived_minor: number
        }
        SetofOptions: {
          from: "*"
          to: "appointments"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      announce_legal_document: {
        Args: { document: string; version: string }
        Returns: undefined
      }
      answer_appointments: {
        Args: {
          answer: Database["public"]["Enums"]["appointment_status"]
          ids: string[]
          reason?: string
          shown?: Database["public"]["Enums"]["appointment_status"][]
        }
        Returns: {
          error: string
          id: string
        }[]
      }
      answer_waiting: {
        Args: { answer: string; appointment_id: string }
        Returns: undefined
      }
      are_fees_public: { Args: Record<PropertyKey, never>; Returns: boolean }
      assign_doctor: {
        Args: { doctor_id?: string; new_doctor?: Json; user_id: string }
        Returns: {
          auto_confirm: boolean
          available: boolean
          bio: string | null
          bio_language: string
          booking_horizon_days: number
          booking_notice_hours: number
          cancellation_hours: number
          created_at: string
          first_name: string
          gap_minutes: number
          id: string
          languages: string[]
          last_name: string
          licence_authority: string | null
          licence_country: string | null
          licence_number: string | null
          max_appointments_per_day: number | null
          photo_path: string | null
          session_duration: number
          specialization: string
          specialty_code: string | null
          timezone: string
          timezone_confirmed_at: string | null
          title: string | null
          user_id: string | null
          work_hours: string | null
        }
        SetofOptions: {
          from: "*"
          to: "doctors"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      attend_call: { Args: { appointment_id: string }; Returns: undefined }
      book_for_patient: {
        Args: {
          at_time: string
          complaint: string
          doctor_id: string
          language?: string
          on_date: string
          patient_id: string
          timezone?: string
          type_id?: string
        }
        Returns: {
          answered_at: string | null
          appointment_date: string
          appointment_time: string
          blocked: unknown
          booked_by: string | null
          call_ended_at: string | null
          call_started_at: string | null
          cancellation_reason: string | null
          cancelled_by: string | null
          created_at: string
          did_not_come: boolean
          doctor_id: string
          ends_at: string
          erased_at: string | null
          fee_agreed_at: string | null
          fee_currency: string | null
          fee_language: string | null
          fee_minor: number | null
          fee_text_version: string | null
          gap_minutes: number
          id: string
          may_overlap: boolean
          notes: string | null
          notes_updated_at: string | null
          paid_minor: number
          patient_complaint: string | null
          payment_state: string | null
          previous_starts_at: string | null
          refunded_minor: number
          reschedule_count: number
          reschedule_message: string | null
          rescheduled_at: string | null
          rescheduled_by: string | null
          session_duration: number
          starts_at: string
          status: Database["public"]["Enums"]["appointment_status"]
          timezone: string
          type_id: string | null
          type_name: Json | null
          updated_at: string
          user_id: string
          waived_minor: number
        }
        SetofOptions: {
          from: "*"
          to: "appointments"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      cancel_my_email_change: {
        Args: Record<PropertyKey, never>
        Returns: boolean
      }
      change_appointment_type: {
        Args: { appointment_id: string; type_id: string }
        Returns: {
          answered_at: string | null
          appointment_date: string
          appointment_time: string
          blocked: unknown
          booked_by: string | null
          call_ended_at: string | null
          call_started_at: string | null
          cancellation_reason: string | null
          cancelled_by: string | null
          created_at: string
          did_not_come: boolean
          doctor_id: string
          ends_at: string
          erased_at: string | null
          fee_agreed_at: string | null
          fee_currency: string | null
          fee_language: string | null
          fee_minor: number | null
          fee_text_version: string | null
          gap_minutes: number
          id: string
          may_overlap: boolean
          notes: string | null
          notes_updated_at: string | null
          paid_minor: number
          patient_complaint: string | null
          payment_state: string | null
          previous_starts_at: string | null
          refunded_minor: number
          reschedule_count: number
          reschedule_message: string | null
          rescheduled_at: string | null
          rescheduled_by: string | null
          session_duration: number
          starts_at: string
          status: Database["public"]["Enums"]["appointment_status"]
          timezone: string
          type_id: string | null
          type_name: Json | null
          updated_at: string
          user_id: string
          waived_minor: number
        }
        SetofOptions: {
          from: "*"
          to: "appointments"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      claim_due_mails: {
        Args: { most?: number }
        Returns: {
          attempt: number
          created_at: string
          id: string
          kind: string
          language: string
          payload: Json
          recipient: string
        }[]
      }
      claim_first_admin: { Args: { code: string }; Returns: string }
      claim_mails_about: {
        Args: { kind: string; subject: string }
        Returns: {
          attempt: number
          created_at: string
          id: string
          kind: string
          language: string
          payload: Json
          recipient: string
        }[]
      }
      claim_relay_test: { Args: Record<PropertyKey, never>; Returns: boolean }
      claim_relay_test_from: { Args: { caller: string }; Returns: boolean }
      close_past_appointments: {
        Args: { most?: number }
        Returns: {
          completed: number
          expired: number
        }[]
      }
      count_legal_recipients: {
        Args: Record<PropertyKey, never>
        Returns: number
      }
      create_invitation: {
        Args: {
          doctor_id?: string
          email: string
          full_name?: string
          language: string
          role: Database["public"]["Enums"]["app_role"]
          timezone?: string
        }
        Returns: {
          account_id: string
          address: string
          invitation_id: string
          invited_language: string
          invited_name: string
          may_know_account: boolean
          state: string
        }[]
      }
      create_patient: {
        Args: {
          authority: string
          declaration_version: string
          patient: Json
          relationship: string
        }
        Returns: string
      }
      create_patient_by_staff: { Args: { patient: Json }; Returns: string }
      delete_content: { Args: { content_id: string }; Returns: undefined }
      end_call: { Args: { appointment_id: string }; Returns: undefined }
      end_my_session: { Args: { session_id: string }; Returns: boolean }
      erase_expired: {
        Args: Record<PropertyKey, never>
        Returns: {
          erased: number
          what: string
        }[]
      }
      erase_my_account: { Args: { confirmation: string }; Returns: undefined }
      erase_patient_record: { Args: { patient_id: string }; Returns: undefined }
      expire_account_mails: {
        Args: Record<PropertyKey, never>
        Returns: number
      }
      export_appointments: {
        Args: {
          after_id?: string
          after_starts_at?: string
          doctor_ids?: string[]
          ends_after?: string
          ends_by?: string
          from_time?: string
          newest_first?: boolean
          only_unpaid?: boolean
          statuses?: Database["public"]["Enums"]["appointment_status"][]
          term?: string
          to_time?: string
        }
        Returns: Json
      }
      export_audit_log: {
        Args: {
          actions?: string[]
          before_id?: number
          from_time?: string
          person?: string
          to_time?: string
        }
        Returns: Json
      }
      export_my_data: { Args: Record<PropertyKey, never>; Returns: Json }
      fail_mail: {
        Args: {
          attempt: number
          error: string
          id: string
          may_have_arrived?: boolean
          retryable: boolean
        }
        Returns: boolean
      }
      find_patients: {
        Args: { term: string }
        Returns: {
          email: string
          first_name: string
          guardians: Json
          has_account: boolean
          has_timezone: boolean
          language: string
          last_name: string
          phone: string
          user_id: string
        }[]
      }
      finish_mail: { Args: { id: string }; Returns: boolean }
      first_admin_needs_code: {
        Args: Record<PropertyKey, never>
        Returns: boolean
      }
      forget_removed_files: {
        Args: { bucket?: string; paths: string[] }
        Returns: number
      }
      get_account_mail_status: {
        Args: Record<PropertyKey, never>
        Returns: {
          failed: number
          last_error: string
          last_error_at: string
          waiting: number
        }[]
      }
      get_available_days: {
        Args: {
          appointment_id?: string
          doctor_id: string
          from_date: string
          to_date: string
          type_id?: string
        }
        Returns: {
          day: string
          free_slots: number
        }[]
      }
      get_available_slots: {
        Args: {
          appointment_id?: string
          doctor_id: string
          on_date: string
          type_id?: string
        }
        Returns: {
          appointment_time: string
          starts_at: string
        }[]
      }
      get_available_week: {
        Args: {
          appointment_id?: string
          doctor_id: string
          from_date: string
          type_id?: string
        }
        Returns: {
          appointment_time: string
          day: string
          starts_at: string
        }[]
      }
      get_calendar: {
        Args: {
          doctor_ids: string[]
          from_date: string
          to_date: string
          with_cancelled?: boolean
        }
        Returns: Json
      }
      get_call: {
        Args: { appointment_id: string }
        Returns: {
          call_ended_at: string
          call_started_at: string
          closes_at: string
          code: string
          opens_at: string
          part: string
          status: Database["public"]["Enums"]["appointment_status"]
        }[]
      }
      get_content_preview: {
        Args: { token: string }
        Returns: {
          body: Json
          kind: string
          slug: string
        }[]
      }
      get_dashboard_stats: {
        Args: Record<PropertyKey, never>
        Returns: Record<string, unknown>
      }
      get_doctor_stats: {
        Args: { doctor_id: string }
        Returns: Record<string, unknown>
      }
      get_next_slots: {
        Args: { doctor_ids?: string[]; per_doctor?: number }
        Returns: {
          appointment_date: string
          appointment_time: string
          doctor_id: string
          starts_at: string
        }[]
      }
      get_note_draft: {
        Args: {
          appointment_id: string
          kind?: Database["public"]["Enums"]["note_kind"]
        }
        Returns: {
          based_on: string
          draft: string
          updated_at: string
        }[]
      }
      get_note_sharing: {
        Args: { appointment_id: string }
        Returns: {
          has_guardian: boolean
          is_shown: boolean
          may_be_shown: boolean
        }[]
      }
      get_overview: {
        Args: { periods?: number; unit?: string }
        Returns: {
          answered: number
          booked: number
          cancelled_by_admin: number
          cancelled_by_doctor: number
          cancelled_by_patient: number
          completed: number
          expired: number
          median_wait_minutes: number
          missed: number
          period: string
          slow_wait_minutes: number
        }[]
      }
      get_overview_fees: {
        Args: { periods?: number; unit?: string }
        Returns: {
          agreed_minor: number
          currency: string
          paid_minor: number
          period: string
        }[]
      }
      get_overview_hours: {
        Args: { periods?: number; unit?: string }
        Returns: {
          booked_minutes: number
          doctor_id: string
          offered_minutes: number
          period: string
        }[]
      }
      get_overview_languages: {
        Args: { periods?: number; unit?: string }
        Returns: {
          language: string
          patients: number
        }[]
      }
      get_overview_patients: {
        Args: { periods?: number; unit?: string }
        Returns: {
          new_patients: number
          period: string
          returning_patients: number
        }[]
      }
      get_overview_reasons: {
        Args: { periods?: number; unit?: string }
        Returns: {
          appointments: number
          reason: string
        }[]
      }
      get_patient_invitation: { Args: { token: string }; Returns: Json }
      get_public_doctors: {
        Args: Record<PropertyKey, never>
        Returns: {
          available: boolean | null
          bio: string | null
          bio_language: string | null
          first_name: string | null
          id: string | null
          languages: string[] | null
          last_name: string | null
          licence_authority: string | null
          licence_country: string | null
          licence_number: string | null
          photo_path: string | null
          specialization: string | null
          specialty_code: string | null
          timezone: string | null
          title: string | null
          work_hours: string | null
          working_hours: Json | null
        }[]
        SetofOptions: {
          from: "*"
          to: "doctors_public"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      get_public_fees: {
        Args: { doctor_ids?: string[] }
        Returns: {
          currency: string
          fee_minor: number
          type_id: string
        }[]
      }
      get_retired_doctors: {
        Args: Record<PropertyKey, never>
        Returns: {
          short_id: string
        }[]
      }
      get_waiting_status: {
        Args: { appointment_id: string }
        Returns: {
          answer: string
          answered_at: string
          arrived_at: string
          asked_at: string
          call_started_at: string
          closes_at: string
          doctor_is_busy: boolean
          doctor_is_here: boolean
          doctor_is_online: boolean
          minutes_late: number
          patients_ahead: number
          starts_at: string
        }[]
      }
      hold_slot: {
        Args: {
          at_time: string
          doctor_id: string
          on_date: string
          patient_id?: string
          type_id?: string
        }
        Returns: string
      }
      invite_guardian: {
        Args: { email: string; patient_id: string }
        Returns: string
      }
      invite_patient_to_claim: {
        Args: { email: string; patient_id: string }
        Returns: string
      }
      is_file_limit_reached: {
        Args: { appointment_id: string }
        Returns: boolean
      }
      leave_call: { Args: { appointment_id: string }; Returns: undefined }
      leave_guardianship: { Args: { patient_id: string }; Returns: undefined }
      leave_waiting_room: {
        Args: { appointment_id: string }
        Returns: undefined
      }
      list_affected_appointments: {
        Args: { doctor_id: string }
        Returns: {
          ends_at: string
          id: string
          patient_first_name: string
          patient_last_name: string
          proposed_at: string
          proposed_date: string
          proposed_time: string
          starts_at: string
          status: Database["public"]["Enums"]["appointment_status"]
          timezone: string
          why: string
        }[]
      }
      list_answers: {
        Args: { appointment_id: string }
        Returns: {
          answer: string
          answered_at: string
          choice: Json
          choices: Json
          draft: string
          file_id: string
          file_name: string
          is_asked: boolean
          kind: string
          question: Json
          question_id: string
        }[]
      }
      list_appointment_people: {
        Args: { appointment_id: string }
        Returns: {
          first_name: string
          last_name: string
          part: string
          relationship: string
          user_id: string
        }[]
      }
      list_appointments: {
        Args: {
          after_id?: string
          after_starts_at?: string
          doctor_ids?: string[]
          ended_before?: string
          ends_after?: string
          ends_by?: string
          from_time?: string
          max_rows?: number
          newest_first?: boolean
          only_unpaid?: boolean
          statuses?: Database["public"]["Enums"]["appointment_status"][]
          term?: string
          to_time?: string
        }
        Returns: {
          appointment_date: string
          appointment_time: string
          call_started_at: string
          cancellation_reason: string
          cancelled_by: string
          created_at: string
          did_not_come: boolean
          doctor_first_name: string
          doctor_id: string
          doctor_last_name: string
          doctor_session_duration: number
          doctor_specialization: string
          doctor_specialty_code: string
          doctor_timezone: string
          ends_at: string
          erased_at: string
          fee_agreed_at: string
          fee_currency: string
          fee_minor: number
          has_note: boolean
          id: string
          notes: string
          patient_complaint: string
          patient_email: string
          patient_first_name: string
          patient_guardians: Json
          patient_has_account: boolean
          patient_id: string
          patient_last_name: string
          patient_phone: string
          payment_state: string
          previous_starts_at: string
          reschedule_count: number
          reschedule_message: string
          rescheduled_by: string
          session_duration: number
          starts_at: string
          status: Database["public"]["Enums"]["appointment_status"]
          timezone: string
          type_id: string
          type_name: Json
          updated_at: string
        }[]
      }
      list_audit_log: {
        Args: {
          actions?: string[]
          before_id?: number
          from_time?: string
          max_rows?: number
          person?: string
          to_time?: string
        }
        Returns: {
          action: string
          actor: string
          actor_name: string
          at: string
          details: Json
          id: number
          subject: string
          subject_name: string
        }[]
      }
      list_card_openings: {
        Args: Record<PropertyKey, never>
        Returns: {
          appointment_id: string
          at: string
          doctor_id: string
          first_name: string
          last_name: string
          patient_id: string
        }[]
      }
      list_contact_messages: {
        Args: {
          after_created_at?: string
          after_id?: string
          max_rows?: number
          only_open?: boolean
        }
        Returns: {
          created_at: string
          email: string
          handled_at: string
          handled_by_name: string
          id: string
          is_suspicious: boolean
          language: string
          message: string
          name: string
          phone: string
          service: string
        }[]
      }
      list_files_to_remove: {
        Args: { bucket?: string; most?: number }
        Returns: string[]
      }
      list_guardians_of: {
        Args: { patient_ids: string[] }
        Returns: {
          guardians: Json
          patient_id: string
        }[]
      }
      list_mail_guardians: {
        Args: { appointment_id: string }
        Returns: {
          first_name: string
          guardian_id: string
          last_name: string
          timezone: string
          timezone_chosen_at: string
        }[]
      }
      list_mails: {
        Args: {
          after_created_at?: string
          after_id?: string
          max_rows?: number
          only_kind?: string
          recipient_part?: string
          states?: string[]
        }
        Returns: {
          attempts: number
          can_resend: boolean
          created_at: string
          id: string
          is_repeat: boolean
          kind: string
          language: string
          last_error: string
          next_attempt_at: string
          recipient: string
          resend_obstacle: string
          sent_at: string
          state: string
        }[]
      }
      list_my_people: {
        Args: Record<PropertyKey, never>
        Returns: {
          authority: string
          becomes_adult_on: string
          birth_year: number
          date_of_birth: string
          first_name: string
          gender: string
          guardians: Json
          invited: Json
          is_live: boolean
          language: string
          last_name: string
          medical_history: string
          phone: string
          relationship: string
          timezone: string
          user_id: string
        }[]
      }
      list_my_sessions: {
        Args: Record<PropertyKey, never>
        Returns: {
          created_at: string
          has_second_factor: boolean
          id: string
          is_current: boolean
          last_used_at: string
          user_agent: string
        }[]
      }
      list_note_drafts: {
        Args: Record<PropertyKey, never>
        Returns: {
          appointment_id: string
          kind: Database["public"]["Enums"]["note_kind"]
          updated_at: string
        }[]
      }
      list_people: {
        Args: {
          after_name?: string
          after_user_id?: string
          max_rows?: number
          search?: string
          show?: string
        }
        Returns: {
          banned_until: string
          created_at: string
          doctor_id: string
          email: string
          first_name: string
          has_second_factor: boolean
          is_confirmed: boolean
          last_name: string
          last_sign_in_at: string
          roles: Database["public"]["Enums"]["app_role"][]
          second_factor_due: string
          sort_name: string
          total: number
          user_id: string
        }[]
      }
      list_phone_reminders: {
        Args: Record<PropertyKey, never>
        Returns: {
          appointment_id: string
          doctor_first_name: string
          doctor_id: string
          doctor_last_name: string
          doctor_timezone: string
          first_name: string
          language: string
          last_name: string
          patient_id: string
          phone: string
          starts_at: string
          timezone: string
        }[]
      }
      list_waiting: {
        Args: Record<PropertyKey, never>
        Returns: {
          answer: string
          answered_at: string
          appointment_id: string
          arrived_at: string
          asked_at: string
          first_name: string
          guardians: Json
          last_name: string
          last_seen_at: string
          starts_at: string
          timezone: string
        }[]
      }
      mail_states_about: {
        Args: { kind: string; subject: string }
        Returns: {
          last_error: string
          state: string
        }[]
      }
      mark_phone_reminder: {
        Args: { appointment_id: string }
        Returns: undefined
      }
      may_hurry_mail: { Args: { caller: string }; Returns: boolean }
      move_appointment: {
        Args: {
          appointment_id: string
          at_time: string
          message?: string
          on_date: string
          type_id?: string
        }
        Returns: {
          answered_at: string | null
          appointment_date: string
          appointment_time: string
          blocked: unknown
          booked_by: string | null
          call_ended_at: string | null
          call_started_at: string | null
          cancellation_reason: string | null
          cancelled_by: string | null
          created_at: string
          did_not_come: boolean
          doctor_id: string
          ends_at: string
          erased_at: string | null
          fee_agreed_at: string | null
          fee_currency: string | null
          fee_language: string | null
          fee_minor: number | null
          fee_text_version: string | null
          gap_minutes: number
          id: string
          may_overlap: boolean
          notes: string | null
          notes_updated_at: string | null
          paid_minor: number
          patient_complaint: string | null
          payment_state: string | null
          previous_starts_at: string | null
          refunded_minor: number
          reschedule_count: number
          reschedule_message: string | null
          rescheduled_at: string | null
          rescheduled_by: string | null
          session_duration: number
          starts_at: string
          status: Database["public"]["Enums"]["appointment_status"]
          timezone: string
          type_id: string | null
          type_name: Json | null
          updated_at: string
          user_id: string
          waived_minor: number
        }
        SetofOptions: {
          from: "*"
          to: "appointments"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      my_second_factor: {
        Args: Record<PropertyKey, never>
        Returns: {
          blocked: boolean
          deadline: string
          enrolled: boolean
          required: boolean
          verified: boolean
        }[]
      }
      no_admin_exists: { Args: Record<PropertyKey, never>; Returns: boolean }
      open_call: {
        Args: { appointment_id: string; code?: string; marks?: boolean }
        Returns: {
          expires_at: string
          part: string
        }[]
      }
      open_patient_card: { Args: { appointment_id: string }; Returns: Json }
      order_content: {
        Args: { ids: string[]; kind: string }
        Returns: undefined
      }
      prepare_invited_account: {
        Args: { token: string }
        Returns: {
          account_id: string
          email: string
          first_name: string
          language: string
          last_name: string
        }[]
      }
      publish_content: {
        Args: { content_id: string; version: number }
        Returns: number
      }
      queue_orphaned_files: { Args: { most?: number }; Returns: number }
      read_coming_of_age: {
        Args: { guardian_id: string; patient_id: string }
        Returns: {
          adult_on: string
          first_name: string
          guardian_first_name: string
          guardian_last_name: string
          last_name: string
        }[]
      }
      record_account_mails: {
        Args: {
          account_id: string
          event: string
          kind: string
          language: string
          mails: Json
          valid_hours: number
        }
        Returns: {
          attempt: number
          created_at: string
          id: string
          kind: string
          language: string
          payload: Json
          recipient: string
        }[]
      }
      record_coming_of_age_mails: {
        Args: Record<PropertyKey, never>
        Returns: number
      }
      record_consent: {
        Args: {
          appointment_id: string
          given: boolean
          kind: string
          language: string
          version: string
        }
        Returns: undefined
      }
      record_due_reminders: {
        Args: Record<PropertyKey, never>
        Returns: number
      }
      record_legal_mails: { Args: { most?: number }; Returns: number }
      record_patient_health: {
        Args: {
          appointment_id: string
          date_of_birth?: string
          gender?: string
          medical_history?: string
        }
        Returns: undefined
      }
      record_payment: {
        Args: {
          amount_minor: number
          appointment_id: string
          kind: string
          on_date: string
          payment_id?: string
          reference?: string
          seen?: number
        }
        Returns: {
          amount_minor: number
          appointment_id: string
          currency: string
          id: string
          kind: string
          on_date: string
          recorded_at: string
          recorded_by: string
          reference: string | null
        }
        SetofOptions: {
          from: "*"
          to: "appointment_payments"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      release_hold: { Args: Record<PropertyKey, never>; Returns: undefined }
      renew_invitation: {
        Args: { invitation_id: string }
        Returns: {
          account_id: string
          address: string
          invited_language: string
          invited_name: string
          may_know_account: boolean
          renewed_id: string
          state: string
        }[]
      }
      reschedule_appointment: {
        Args: {
          appointment_id: string
          at_time: string
          message?: string
          on_date: string
          type_id?: string
        }
        Returns: {
          answered_at: string | null
          appointment_date: string
          appointment_time: string
          blocked: unknown
          booked_by: string | null
          call_ended_at: string | null
          call_started_at: string | null
          cancellation_reason: string | null
          cancelled_by: string | null
          created_at: string
          did_not_come: boolean
          doctor_id: string
          ends_at: string
          erased_at: string | null
          fee_agreed_at: string | null
          fee_currency: string | null
          fee_language: string | null
          fee_minor: number | null
          fee_text_version: string | null
          gap_minutes: number
          id: string
          may_overlap: boolean
          notes: string | null
          notes_updated_at: string | null
          paid_minor: number
          patient_complaint: string | null
          payment_state: string | null
          previous_starts_at: string | null
          refunded_minor: number
          reschedule_count: number
          reschedule_message: string | null
          rescheduled_at: string | null
          rescheduled_by: string | null
          session_duration: number
          starts_at: string
          status: Database["public"]["Enums"]["appointment_status"]
          timezone: string
          type_id: string | null
          type_name: Json | null
          updated_at: string
          user_id: string
          waived_minor: number
        }
        SetofOptions: {
          from: "*"
          to: "appointments"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      resend_mail: { Args: { id: string }; Returns: undefined }
      reset_second_factor: { Args: { user_id: string }; Returns: undefined }
      restore_content: {
        Args: { content_id: string; number: number; version: number }
        Returns: number
      }
      revoke_invitation: { Args: { invitation_id: string }; Returns: undefined }
      revoke_patient_invitation: {
        Args: { invitation_id: string }
        Returns: undefined
      }
      save_answer: {
        Args: {
          answer?: string
          appointment_id: string
          choice?: number
          file_id?: string
          question_id: string
        }
        Returns: undefined
      }
      save_answer_draft: {
        Args: { appointment_id: string; draft: string; question_id: string }
        Returns: string
      }
      save_content_draft: {
        Args: {
          body: Json
          content_id: string
          kind: string
          slug: string
          version: number
        }
        Returns: number
      }
      save_doctor: {
        Args: { contact?: Json; doctor: Json; doctor_id: string; texts?: Json }
        Returns: {
          auto_confirm: boolean
          available: boolean
          bio: string | null
          bio_language: string
          booking_horizon_days: number
          booking_notice_hours: number
          cancellation_hours: number
          created_at: string
          first_name: string
          gap_minutes: number
          id: string
          languages: string[]
          last_name: string
          licence_authority: string | null
          licence_country: string | null
          licence_number: string | null
          max_appointments_per_day: number | null
          photo_path: string | null
          session_duration: number
          specialization: string
          specialty_code: string | null
          timezone: string
          timezone_confirmed_at: string | null
          title: string | null
          user_id: string | null
          work_hours: string | null
        }
        SetofOptions: {
          from: "*"
          to: "doctors"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      save_note: {
        Args: {
          appointment_id: string
          draft_seen?: string
          kind: Database["public"]["Enums"]["note_kind"]
          note: string
          seen?: string
          shown_to_guardians?: boolean
        }
        Returns: {
          draft_updated_at: string
          other: string
          updated_at: string
        }[]
      }
      save_note_draft: {
        Args: {
          appointment_id: string
          based_on?: string
          draft: string
          kind?: Database["public"]["Enums"]["note_kind"]
          seen?: string
        }
        Returns: {
          replaced: string
          updated_at: string
        }[]
      }
      save_working_hours: {
        Args: { doctor_id: string; windows: Json }
        Returns: {
          day_of_week: number
          doctor_id: string
          end_time: string
          id: string
          is_available: boolean
          minutes: unknown
          start_time: string
        }[]
        SetofOptions: {
          from: "*"
          to: "doctor_availability"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      set_appointment_fee: {
        Args: { appointment_id: string; currency: string; fee_minor: number }
        Returns: {
          answered_at: string | null
          appointment_date: string
          appointment_time: string
          blocked: unknown
          booked_by: string | null
          call_ended_at: string | null
          call_started_at: string | null
          cancellation_reason: string | null
          cancelled_by: string | null
          created_at: string
          did_not_come: boolean
          doctor_id: string
          ends_at: string
          erased_at: string | null
          fee_agreed_at: string | null
          fee_currency: string | null
          fee_language: string | null
          fee_minor: number | null
          fee_text_version: string | null
          gap_minutes: number
          id: string
          may_overlap: boolean
          notes: string | null
          notes_updated_at: string | null
          paid_minor: number
          patient_complaint: string | null
          payment_state: string | null
          previous_starts_at: string | null
          refunded_minor: number
          reschedule_count: number
          reschedule_message: string | null
          rescheduled_at: string | null
          rescheduled_by: string | null
          session_duration: number
          starts_at: string
          status: Database["public"]["Enums"]["appointment_status"]
          timezone: string
          type_id: string | null
          type_name: Json | null
          updated_at: string
          user_id: string
          waived_minor: number
        }
        SetofOptions: {
          from: "*"
          to: "appointments"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      set_ban: {
        Args: { banned: boolean; user_id: string }
        Returns: undefined
      }
      set_public_fees: { Args: { shown: boolean }; Returns: undefined }
      share_content_preview: {
        Args: { content_id: string }
        Returns: {
          token: string
          valid_until: string
        }[]
      }
      undo_move: {
        Args: { appointment_id: string }
        Returns: {
          answered_at: string | null
          appointment_date: string
          appointment_time: string
          blocked: unknown
          booked_by: string | null
          call_ended_at: string | null
          call_started_at: string | null
          cancellation_reason: string | null
          cancelled_by: string | null
          created_at: string
          did_not_come: boolean
          doctor_id: string
          ends_at: string
          erased_at: string | null
          fee_agreed_at: string | null
          fee_currency: string | null
          fee_language: string | null
          fee_minor: number | null
          fee_text_version: string | null
          gap_minutes: number
          id: string
          may_overlap: boolean
          notes: string | null
          notes_updated_at: string | null
          paid_minor: number
          patient_complaint: string | null
          payment_state: string | null
          previous_starts_at: string | null
          refunded_minor: number
          reschedule_count: number
          reschedule_message: string | null
          rescheduled_at: string | null
          rescheduled_by: string | null
          session_duration: number
          starts_at: string
          status: Database["public"]["Enums"]["appointment_status"]
          timezone: string
          type_id: string | null
          type_name: Json | null
          updated_at: string
          user_id: string
          waived_minor: number
        }
        SetofOptions: {
          from: "*"
          to: "appointments"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      unmark_phone_reminder: {
        Args: { appointment_id: string }
        Returns: undefined
      }
      unwatch_waiting_room: { Args: { page: string }; Returns: undefined }
      wait_for_doctor: {
        Args: { appointment_id: string }
        Returns: {
          answer: string
          answered_at: string
          arrived_at: string
          asked_at: string
          call_started_at: string
          closes_at: string
          doctor_is_busy: boolean
          doctor_is_here: boolean
          doctor_is_online: boolean
          minutes_late: number
          patients_ahead: number
          starts_at: string
        }[]
      }
      watch_waiting_room: { Args: { page: string }; Returns: undefined }
      withdraw_content: { Args: { content_id: string }; Returns: undefined }
      write_patient_invitation: {
        Args: { invitation_id: string; token_hash: string }
        Returns: {
          first_name: string
          inviter_first_name: string
          inviter_last_name: string
          last_name: string
        }[]
      }
    }
    Enums: {
      app_role: "admin" | "doctor" | "patient"
      appointment_status: "pending" | "confirmed" | "completed" | "cancelled"
      note_kind: "note" | "private_note"
    }
    CompositeTypes: {
      [_ in never]: never
    }
  }
}

type DatabaseWithoutInternals = Omit<Database, "__InternalSupabase">

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, "public">]

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])[TableName] extends {
      Row: infer R
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema["Tables"] &
        DefaultSchema["Views"])
    ? (DefaultSchema["Tables"] &
        DefaultSchema["Views"])[DefaultSchemaTableNameOrOptions] extends {
        Row: infer R
      }
      ? R
      : never
    : never

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Insert: infer I
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Insert: infer I
      }
      ? I
      : never
    : never

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Update: infer U
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Update: infer U
      }
      ? U
      : never
    : never

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    | keyof DefaultSchema["Enums"]
    | { schema: keyof DatabaseWithoutInternals },
  EnumName extends (DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"]
    : never) = never,
> = DefaultSchemaEnumNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema["Enums"]
    ? DefaultSchema["Enums"][DefaultSchemaEnumNameOrOptions]
    : never

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema["CompositeTypes"]
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends (PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"]
    : never) = never,
> = PublicCompositeTypeNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema["CompositeTypes"]
    ? DefaultSchema["CompositeTypes"][PublicCompositeTypeNameOrOptions]
    : never

export const Constants = {
  public: {
    Enums: {
      app_role: ["admin", "doctor", "patient"],
      appointment_status: ["pending", "confirmed", "completed", "cancelled"],
      note_kind: ["note", "private_note"],
    },
  },
} as const
