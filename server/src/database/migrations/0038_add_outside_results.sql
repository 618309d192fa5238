UPDATE "series" SET "rule" = '{"minimum_disciplines": null, "bonus": 0, "licensed_only": false, "deciding_id": null}'::jsonb || "rule";--> statement-breakpoint
CREATE TABLE "outside_lists" (
	"result_id" integer NOT NULL,
	"category" text NOT NULL,
	"gender" text NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"changed_by" integer,
	"reason" text,
	CONSTRAINT "outside_lists_result_id_category_gender_pk" PRIMARY KEY("result_id","category","gender")
);
--> statement-breakpoint
CREATE TABLE "outside_ranks" (
	"result_id" integer NOT NULL,
	"row" integer NOT NULL,
	"category" text NOT NULL,
	"gender" text NOT NULL,
	"rank" integer,
	"status" text,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"club" text,
	"licence" text,
	CONSTRAINT "outside_ranks_result_id_row_pk" PRIMARY KEY("result_id","row")
);
--> statement-breakpoint
CREATE TABLE "outside_results" (
	"id" integer PRIMARY KEY NOT NULL,
	"series_id" integer NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"date" date NOT NULL,
	"discipline" text NOT NULL,
	"points" jsonb,
	"weight" integer NOT NULL,
	"always_counts" boolean NOT NULL,
	"last_row" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "series_competitions" ADD COLUMN "discipline" text DEFAULT 'TR' NOT NULL;--> statement-breakpoint
ALTER TABLE "outside_lists" ADD CONSTRAINT "outside_lists_result_id_outside_results_id_fk" FOREIGN KEY ("result_id") REFERENCES "public"."outside_results"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outside_lists" ADD CONSTRAINT "outside_lists_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outside_ranks" ADD CONSTRAINT "outside_ranks_result_id_outside_results_id_fk" FOREIGN KEY ("result_id") REFERENCES "public"."outside_results"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outside_results" ADD CONSTRAINT "outside_results_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "outside_results_series" ON "outside_results" USING btree ("series_id");