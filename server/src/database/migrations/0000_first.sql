CREATE TABLE "global_permissions" (
	"user_id" integer NOT NULL,
	"permission" text NOT NULL,
	CONSTRAINT "global_permissions_user_id_permission_pk" PRIMARY KEY("user_id","permission"),
	CONSTRAINT "global_permissions_known" CHECK ("global_permissions"."permission" in ('super_admin', 'create_competition', 'manage_users'))
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"password_hash" text NOT NULL,
	"email_verified_at" timestamp (3) with time zone,
	"account_status" text NOT NULL,
	"language" text DEFAULT 'fr' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_account_status" CHECK ("users"."account_status" in ('active', 'invited')),
	CONSTRAINT "users_language" CHECK ("users"."language" in ('fr', 'en'))
);
--> statement-breakpoint
CREATE TABLE "competitions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "competitions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"date" date NOT NULL,
	"location" text NOT NULL,
	"description" text NOT NULL,
	"organizer" text NOT NULL,
	"contact" text NOT NULL,
	"is_public" boolean DEFAULT false NOT NULL,
	"ranking_rule" jsonb DEFAULT '{"runs":"all","tie_breaks":["count_back","penality","chrono_sec"]}'::jsonb NOT NULL,
	"public_names" text DEFAULT 'full' NOT NULL,
	"names_until" date,
	"version" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "competitions_public_names" CHECK ("competitions"."public_names" in ('full', 'initials', 'bib'))
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"competition_id" integer NOT NULL,
	"at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"actor_id" integer,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"subject_key" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	CONSTRAINT "audit_log_competition_id_id_pk" PRIMARY KEY("competition_id","id")
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"competition_id" integer NOT NULL,
	"token_hash" text NOT NULL,
	"kind" text NOT NULL,
	"email" text,
	"invited_by" integer NOT NULL,
	"accepted_by" integer,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "invitations_competition_id_token_hash_pk" PRIMARY KEY("competition_id","token_hash"),
	CONSTRAINT "invitations_kind" CHECK ("invitations"."kind" in ('qr', 'mail')),
	CONSTRAINT "invitations_email" CHECK (("invitations"."kind" = 'mail') = ("invitations"."email" is not null))
);
--> statement-breakpoint
CREATE TABLE "members" (
	"competition_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"role" text NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "members_competition_id_user_id_pk" PRIMARY KEY("competition_id","user_id"),
	CONSTRAINT "members_role" CHECK ("members"."role" in ('admin', 'editor', 'referee', 'viewer'))
);
--> statement-breakpoint
CREATE TABLE "participants" (
	"competition_id" integer NOT NULL,
	"dossard_number" integer NOT NULL,
	"category" text NOT NULL,
	"gender" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"club" text,
	"last_run_number" integer DEFAULT 0 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "participants_competition_id_dossard_number_pk" PRIMARY KEY("competition_id","dossard_number"),
	CONSTRAINT "participants_dossard" CHECK ("participants"."dossard_number" >= 1),
	CONSTRAINT "participants_gender" CHECK ("participants"."gender" in ('H', 'F'))
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"competition_id" integer NOT NULL,
	"dossard" integer NOT NULL,
	"run_number" integer NOT NULL,
	"zone_id" integer NOT NULL,
	"submission_id" text NOT NULL,
	"door1" boolean NOT NULL,
	"door2" boolean NOT NULL,
	"door3" boolean NOT NULL,
	"door4" boolean NOT NULL,
	"door5" boolean NOT NULL,
	"door6" boolean NOT NULL,
	"penality" smallint NOT NULL,
	"chrono_sec" numeric(7, 2) NOT NULL,
	"referee_id" integer,
	"referee_name" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"recorded_at" timestamp (3) with time zone,
	"received_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "runs_competition_id_dossard_run_number_pk" PRIMARY KEY("competition_id","dossard","run_number"),
	CONSTRAINT "runs_submission" UNIQUE("competition_id","submission_id"),
	CONSTRAINT "runs_number" CHECK ("runs"."run_number" >= 1),
	CONSTRAINT "runs_penality" CHECK ("runs"."penality" >= 0),
	CONSTRAINT "runs_chrono" CHECK ("runs"."chrono_sec" >= 0)
);
--> statement-breakpoint
CREATE TABLE "submissions" (
	"competition_id" integer NOT NULL,
	"submission_id" text NOT NULL,
	"content_hash" text NOT NULL,
	"user_id" integer NOT NULL,
	"dossard" integer NOT NULL,
	"run_number" integer NOT NULL,
	CONSTRAINT "submissions_competition_id_submission_id_pk" PRIMARY KEY("competition_id","submission_id")
);
--> statement-breakpoint
CREATE TABLE "graduations" (
	"competition_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "graduations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"zone_id" integer NOT NULL,
	"category" text NOT NULL,
	"gender" text NOT NULL,
	"points_door1" integer NOT NULL,
	"points_door2" integer NOT NULL,
	"points_door3" integer NOT NULL,
	"points_door4" integer NOT NULL,
	"points_door5" integer NOT NULL,
	"points_door6" integer NOT NULL,
	CONSTRAINT "graduations_competition_id_id_pk" PRIMARY KEY("competition_id","id"),
	CONSTRAINT "graduations_gender" CHECK ("graduations"."gender" in ('H', 'F')),
	CONSTRAINT "graduations_points" CHECK (least("graduations"."points_door1", "graduations"."points_door2", "graduations"."points_door3", "graduations"."points_door4", "graduations"."points_door5", "graduations"."points_door6") >= 0)
);
--> statement-breakpoint
CREATE TABLE "zones" (
	"competition_id" integer NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "zones_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "zones_competition_id_id_pk" PRIMARY KEY("competition_id","id")
);
--> statement-breakpoint
ALTER TABLE "global_permissions" ADD CONSTRAINT "global_permissions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_competition_id_competitions_id_fk" FOREIGN KEY ("competition_id") REFERENCES "public"."competitions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_accepted_by_users_id_fk" FOREIGN KEY ("accepted_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_competition_id_competitions_id_fk" FOREIGN KEY ("competition_id") REFERENCES "public"."competitions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "participants" ADD CONSTRAINT "participants_competition_id_competitions_id_fk" FOREIGN KEY ("competition_id") REFERENCES "public"."competitions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_referee_id_users_id_fk" FOREIGN KEY ("referee_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_participant" FOREIGN KEY ("competition_id","dossard") REFERENCES "public"."participants"("competition_id","dossard_number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_zone" FOREIGN KEY ("competition_id","zone_id") REFERENCES "public"."zones"("competition_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "graduations" ADD CONSTRAINT "graduations_zone" FOREIGN KEY ("competition_id","zone_id") REFERENCES "public"."zones"("competition_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zones" ADD CONSTRAINT "zones_competition_id_competitions_id_fk" FOREIGN KEY ("competition_id") REFERENCES "public"."competitions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "invitations_token" ON "invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "members_user" ON "members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "runs_of_zone" ON "runs" USING btree ("competition_id","zone_id");--> statement-breakpoint
CREATE INDEX "submissions_id" ON "submissions" USING btree ("submission_id");--> statement-breakpoint
CREATE UNIQUE INDEX "graduations_group" ON "graduations" USING btree ("competition_id","zone_id",lower("category"),"gender");