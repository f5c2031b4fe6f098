package dev.baton.engine.schedule;

import dev.baton.schedule.Schedule;
import dev.baton.schedule.ScheduleRule;
import dev.baton.spi.ScheduleStore;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one node knows of schedules.
 *
 * @param store where they are; null for a node without
 * @param declared what the node's code declares, put at its start
 * @param rules the rules it knows by name
 * @param serves whether it adds their tasks
 */
public record Scheduling(
    @Nullable ScheduleStore store,
    List<Schedule> declared,
    Map<String, ScheduleRule> rules,
    boolean serves) {}
