package dev.baton.engine.schedule;

import dev.baton.schedule.Schedule;
import dev.baton.schedule.ScheduleRule;
import dev.baton.spi.ScheduleStore;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The schedule settings of one node.
 *
 * @param store the store of schedules; null for a node without one
 * @param declared the schedules that the node's code declares, written when the node starts
 * @param rules the rules of this node, by name
 * @param serves whether this node adds the tasks of schedules
 */
public record Scheduling(
    @Nullable ScheduleStore store,
    List<Schedule> declared,
    Map<String, ScheduleRule> rules,
    boolean serves) {}
