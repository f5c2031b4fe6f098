package dev.baton.engine.schedule;

import dev.baton.schedule.Schedule;
import dev.baton.schedule.ScheduleRule;
import dev.baton.spi.ScheduleStore;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one node for schedules.
 *
 * @param store null for a node without schedules
 * @param declared the schedules in the node's code; they are written when the node starts
 * @param rules the rules of this node, by name
 * @param serves true if this node adds the tasks of due schedules
 */
public record Scheduling(
    @Nullable ScheduleStore store,
    List<Schedule> declared,
    Map<String, ScheduleRule> rules,
    boolean serves) {}
